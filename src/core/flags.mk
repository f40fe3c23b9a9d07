# Flags of every build of the core. No fused multiply-add and no errno: the same bits on every machine.
COMMON := -std=c11 -ffp-contract=off -fno-math-errno \
  -Wall -Wextra -Wconversion -Wdouble-promotion -Wmissing-prototypes -Werror

# Flags of native builds. SIMDe gives the same bits without SSE4.1, but then emulates shuffles and lanes: 1.5 to 2
# times slower. Shared memory, clocks and __int128 of the tests are no part of C11.
NATIVE = $(COMMON) -I$(CORE) -D_DEFAULT_SOURCE $(if $(filter x86_64 amd64,$(shell uname -m)),-msse4.1)
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=all

# $(call check-version,<compiler>,<version>) prints a note for a version that the flags were not tried with.
define check-version
$1 --version | sed -n 1p | grep -qw '$2' || \
  echo "Note: the flags were tried with $1 $2, and not with $$($1 --version | head -n 1)" >&2
endef
