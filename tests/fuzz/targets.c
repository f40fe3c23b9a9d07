// The targets by their names, and the budget of one run.
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "judge.h"

// A run takes microseconds; one that is under way at three ticks in turn has no end. The seconds
// are of processor time, so that a busy machine does not matter.
#define TICKS 3

static const struct {
  const char *name;
  target *run;
} targets[] = {
    {"linear", fuzz_linear},     {"softmax", fuzz_softmax},       {"dot_product", fuzz_dot_product},
    {"additive", fuzz_additive}, {"multi_head", fuzz_multi_head}, {"parts", fuzz_parts},
    {"learning", fuzz_learning},
};
#define TARGETS (sizeof(targets) / sizeof(targets[0]))

static volatile sig_atomic_t runs; // wraps around
static volatile sig_atomic_t runs_before;
static volatile sig_atomic_t ticks;

static void tick(int signal) {
  (void)signal;
  ticks = runs == runs_before ? ticks + 1 : 0;
  runs_before = runs;
  if (ticks < TICKS) return;
  static const char message[] = "fuzz: a run has no end\n";
  if (write(STDERR_FILENO, message, sizeof(message) - 1) < 0) _exit(1);
  abort();
}

static void start_clock(void) {
  static bool has_started;
  if (has_started) return;
  has_started = true;
  const struct itimerval every = {{1, 0}, {1, 0}};
  const struct sigaction action = {.sa_handler = tick, .sa_flags = SA_RESTART};
  require(sigaction(SIGVTALRM, &action, NULL) == 0, "no clock");
  require(setitimer(ITIMER_VIRTUAL, &every, NULL) == 0, "no clock");
}

static target *find(const char *name) {
  for (size_t i = 0; i < TARGETS; i++) {
    if (strcmp(targets[i].name, name) == 0) return targets[i].run;
  }
  return NULL;
}

bool has_target(const char *name) { return find(name) != NULL; }

void run_target(const char *name, const uint8_t *data, size_t count) {
  start_clock();
  runs = (sig_atomic_t)((unsigned)runs + 1U);
  input in = start_input(data, count);
  find(name)(&in);
  free_blocks();
  free_judged();
}
