! The program of builds.exp in Fortran.
! SPDX-License-Identifier: GPL-3.0-or-later

module numbers
contains
  recursive integer function fib (n) result (r)
    integer, intent (in) :: n
    if (n < 2) then
      r = n
    else
      r = fib (n - 1) + fib (n - 2)
    end if
  end function fib

  subroutine add (x, y)
    integer, intent (in) :: x
    integer, intent (inout) :: y
    y = y + x
  end subroutine add
end module numbers

program main
  use numbers
  integer :: i, total
  total = 0
  do i = 1, 50
    call add (i, total)
  end do
  if (fib (10) /= 55) stop 1
  if (total /= 1275) stop 2
end program main
