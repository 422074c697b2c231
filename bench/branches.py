#!/usr/bin/env python3
"""branches.py REFERENCE DUMP... - how far off GCC takes the branches of a source file to go.

REFERENCE is what GCC dumps when it has its own counts, DUMP when it has others of the same run:

    gcc -O2 -g -fprofile-use -fdump-ipa-profile-blocks-details-lineno=REFERENCE -c FILE.c -o NAME.o
    gcc -O2 -g -fauto-profile=COUNTS -fdump-ipa-afdo-blocks-details-lineno=DUMP -c FILE.c
    gcc -O2 -g -fplugin=... -fplugin-arg-cgprof-use=COUNTS -fdump-tree-release_ssa-blocks-details-lineno=DUMP -c FILE.c

(NAME.o as in the build that was trained, with its NAME.gcda.)  Prints, for each DUMP, how many branches
ran, the share that is not found or there more than once, that without a probability, and the mean
difference of the rest's probabilities, all weighted by how often a branch ran.  TOP=N lists the N that
add most to it.
"""
import os
import re
import sys

FUNCTION = re.compile(r"^(?:[A-Za-z_].*[ *])?([A-Za-z_][\w.]*) \([^\n]*\)\n\{\n", re.M)
BRANCH = re.compile(r"\[(?:[^\]]*/)?([\w.-]+:\d+:\d+)\] if \((.*)\)\n\s*goto <bb \d+>; \[([^\]]*)\]")
COUNT = re.compile(r"count (\d+) \(precise")
OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
SWAPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


def functions(name):
    """The last text of each function in a dump."""
    with open(name, errors="replace") as file:
        text = file.read()
    return {m.group(1): text[m.end() - 1:text.find("\n}\n", m.end())] for m in FUNCTION.finditer(text)}


def branches(body):
    """Lists of (count, operator, probability of the first way or None), by place."""
    found = {}
    for block in re.split(r"\n(?=;;   basic block )", body)[1:]:
        branch = BRANCH.search(block)
        if branch:
            count = COUNT.search(block.split("\n")[0])
            operator = re.search(r" (==|!=|<=|>=|<|>) ", branch.group(2))
            chance = re.fullmatch(r"([\d.]+)%", branch.group(3))
            found.setdefault(branch.group(1), []).append((
                int(count.group(1)) if count else 0, operator.group(1) if operator else None,
                float(chance.group(1)) / 100 if chance else None))
    return found


def same_way(operator, other, chance):
    """CHANCE of a condition with OTHER, as one of the condition with OPERATOR at the same place."""
    opposites = (OPPOSITE.get(operator), OPPOSITE.get(SWAPPED.get(operator)))
    return 1 - chance if other not in (operator, SWAPPED.get(operator)) and other in opposites else chance


def compare(reference, dump):
    total = missing = unknown = error = 0
    worst = []
    for name, body in reference.items():
        others = branches(dump[name]) if name in dump else {}
        for place, same in branches(body).items():
            count, operator, chance = same[0]
            if len(same) > 1 or count == 0 or chance is None:
                continue
            total += count
            other = others.get(place, [])
            if len(other) != 1:
                missing += count
            elif other[0][2] is None:
                unknown += count
            else:
                found = same_way(operator, other[0][1], other[0][2])
                error += count * abs(chance - found)
                worst.append((count * abs(chance - found), name, place, chance, found))
    return total, missing, unknown, error, sorted(worst, reverse=True)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    reference = functions(sys.argv[1])
    for name in sys.argv[2:]:
        total, missing, unknown, error, worst = compare(reference, functions(name))
        told = total - missing - unknown
        if told == 0:
            sys.exit(f"branches.py: {name}: no branch of {sys.argv[1]} that ran is in it")
        print(f"{name}: {total:.3g} branches, {missing / total:.1%} not found, {unknown / total:.1%} unknown, "
              f"mean error {error / told:.4f}")
        for part, function, place, chance, found in worst[:int(os.environ.get("TOP", "0"))]:
            print(f"  {part / total:.2%} {function} {place}: {chance:.3f}, here {found:.3f}")


main()
