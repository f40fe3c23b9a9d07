# Flags of every build of the core. Without fused multiply-adds and errno, every machine gives the same bits.
COMMON := -std=c11 -ffp-contract=off -fno-math-errno \
  -Wall -Wextra -Wconversion -Wdouble-promotion -Wmissing-prototypes -Werror

# Flags of native builds. Without SSE4.1, SIMDe gives the same bits but emulates shuffles and lanes, which is 1.5 to 2
# times slower. The tests use shared memory, clocks and __int128, which are not part of C11.
NATIVE = $(COMMON) -I$(CORE) -D_DEFAULT_SOURCE $(if $(filter x86_64 amd64,$(shell uname -m)),-msse4.1)
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=all

# $(call check-version,<compiler>,<version>) prints a note if the compiler has another version, with which the flags were
# not tried.
define check-version
$1 --version | sed -n 1p | grep -qw '$2' || \
  echo "Note: the flags were tried with $1 $2, and not with $$($1 --version | head -n 1)" >&2
endef
