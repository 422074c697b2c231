--  The program of builds.exp in Ada.
--  SPDX-License-Identifier: GPL-3.0-or-later

procedure Builds_A is

   function Fib (N : Integer) return Integer;
   pragma No_Inline (Fib);

   procedure Add (X : Integer; Y : in out Integer);
   pragma No_Inline (Add);

   function Fib (N : Integer) return Integer is
   begin
      if N < 2 then
         return N;
      end if;
      return Fib (N - 1) + Fib (N - 2);
   end Fib;

   procedure Add (X : Integer; Y : in out Integer) is
   begin
      Y := Y + X;
   end Add;

   Total : Integer := 0;

begin
   for I in 1 .. 50 loop
      Add (I, Total);
   end loop;
   if Fib (10) /= 55 or Total /= 1275 then
      raise Program_Error;
   end if;
end Builds_A;
