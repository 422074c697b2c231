# What a large Python program does when it starts: imports, classes made by decorators, compiled patterns, options.
import argparse, ast, base64, calendar, collections, configparser, contextlib, copy, csv, dataclasses, datetime
import difflib, email.message, email.parser, enum, fractions, functools, gettext, glob, hashlib, heapq, html.parser
import inspect, io, ipaddress, itertools, json, logging.handlers, operator, optparse, pathlib, pickle, pprint, queue
import random, re, shlex, shutil, socket, statistics, string, subprocess, tempfile, textwrap, threading, tokenize
import traceback, types, typing, unittest, urllib.parse, urllib.request, uuid, weakref, xml.sax.saxutils
import sys


@dataclasses.dataclass(order=True)
class Item:
    name: str
    size: int = 0
    seen: typing.List[datetime.date] = dataclasses.field(default_factory=list)


class Kind(enum.Enum):
    FILE = 1
    FOLDER = 2


parser = argparse.ArgumentParser(prog='start')
for letter in string.ascii_lowercase.replace('h', ''):
    parser.add_argument('-' + letter, '--option-' + letter, help='option %s' % letter, type=int, default=0)
options = parser.parse_args(['-a', '1', '--option-z', '26'])
config = configparser.ConfigParser()
config.read_string('[one]\ntwo = 3\n[four]\nfive = %(six)s\nsix = 6\n')
items = [Item('item %d' % (i * 7919 % 500), i, [datetime.date(2000, 1, 1 + i % 28)]) for i in range(500)]
text = json.dumps([dataclasses.asdict(item) for item in sorted(items)], default=str, indent=1)
words = collections.Counter(re.findall(r'[a-z]+|\d+', text))
tree = ast.parse(inspect.getsource(textwrap))
print(options.option_a, options.option_z, config['four']['five'], Kind['FILE'], len(text), sorted(words.items())[:9])
print(hashlib.sha256(text.encode()).hexdigest(), sum(1 for _ in ast.walk(tree)), len(parser.format_help()))
print(pickle.loads(pickle.dumps(items)) == items, statistics.median(i.size for i in items), fractions.Fraction(3, 9))
