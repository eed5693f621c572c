// Solves rivers during play, eight betting lines side by side, to measure the gain on a CPU.
//
// Z reaches the river by its table and then solves the rest of the hand once, with a gadget game:
// for each of its hands, Y may take the value of its best response to the table (`old`) instead of
// playing on. Z thus looks for a strategy that gives no hand of Y more than that, and less to the
// hands that Y's own table would bring. If some hands still gain, by more than a tenth of what
// others lose, Z plays the table. Repeated by pokermasa/bots/limit/river.py, one line at a time.
#include <string.h>

#include <vector>

#include "launch.h"

const int LANES = 8, LIVE = 1081;
typedef float V __attribute__((vector_size(4 * LANES)));
typedef int M __attribute__((vector_size(4 * LANES)));
typedef u64 U __attribute__((vector_size(8 * LANES)));

struct Live {
  const u16* order;      // [LIVE]: hands from the weakest to the strongest
  const u16* strength;   // [hand]
  const u16* bucket;     // [hand]
  const float* rz;       // [hand][pad]: Z's reach
  const float* ry;       // [hand][pad]: Y's reach by its table
  const u64* zs;         // [bucket][pad]: Z's table
  const float* base;     // [pad]
  const int* lines;      // [count]
  float* was;            // [hand][pad]: Y's best value against the table
  float* is;             // [hand][pad]: Y's best value against the solved strategy
  float* solved;         // [LIVE][PROBS][count]: Z's solved strategy; or null
  float bet, gadget;     // gadget: reach added to each hand of Y
  int count, pad, z_first, rounds;
};

static inline V all(float x) { return x - (V){}; }
static inline V most(V a, V b) { return a > b ? a : b; }

struct River {
  int n, one[LIVE], two[LIVE], end[LIVE];  // end: index after the last hand of the same strength
  V q[LIVE][ENDS], total[ENDS], below[ENDS], with[52][ENDS], passed[52][ENDS];

  void sum() {
    memset(total, 0, sizeof total);
    memset(with, 0, sizeof with);
    for (int i = 0; i < n; i++)
      for (int k = 0; k < ENDS; k++) {
        total[k] += q[i][k];
        with[one[i]][k] += q[i][k];
        with[two[i]][k] += q[i][k];
      }
    for (int k = 0; k < ENDS; k++) below[k] = -0.5f * total[k];
    for (int c = 0; c < 52; c++)
      for (int k = 0; k < ENDS; k++) passed[c][k] = -0.5f * with[c][k];
  }

  void half(int i) {
    for (int k = 0; k < ENDS; k++) {
      V h = 0.5f * q[i][k];
      below[k] += h;
      passed[one[i]][k] += h;
      passed[two[i]][k] += h;
    }
  }

  // Calls visit(i, value of each end, mass of each end) for every hand of the opponent.
  template <typename F>
  void scan(V b, float s, F visit) {
    sum();
    for (int from = 0; from < n; from = end[from]) {
      for (int i = from; i < end[from]; i++) half(i);
      for (int i = from; i < end[from]; i++) {
        V e[ENDS], m[ENDS];
        for (int k = 0; k < ENDS; k++) {
          m[k] = total[k] - with[one[i]][k] - with[two[i]][k] + q[i][k];
          V level = (k < 5 ? k : k - 4) * s + b;
          e[k] = 2.0f * level * (below[k] - passed[one[i]][k] - passed[two[i]][k]);
        }
        visit(i, e, m);
      }
      for (int i = from; i < end[from]; i++) half(i);
    }
  }
};

// Returns Y's best value, like `best` in round.h but without the acts.
static V best_value(const V* e, const V* m, V b, float s, bool z_first) {
  V i1 = b + s, i2 = i1 + s, i3 = i2 + s;
  V v3 = most(most(-i2 * m[3], e[3]), i3 * (m[3] - m[4]) + e[4]);
  V v1 = most(most(-b * m[1], e[1]), i1 * (m[1] - m[2] - m[3]) + e[2] + v3);
  V w3 = i2 * (m[6] - m[7] - m[8]) + e[7] + most(e[8], -i3 * m[8]);
  V w2 = most(most(-i1 * m[6], e[6]), w3);
  V u = z_first ? m[0] : m[0] + m[1];
  V wb = b * (u - m[5] - m[6]) + e[5] + w2;
  return most(wb, z_first ? e[0] : e[0] + v1) + (z_first ? v1 : all(0));
}

// Regret matching: computes the eight numbers of a strategy from thirteen nonnegative regrets.
static void match(const V* r, V* p) {
  const int at[5] = {0, 2, 5, 7, 10}, acts[5] = {2, 3, 2, 3, 3}, slot[5] = {0, 1, 3, 4, 6};
  for (int node = 0; node < 5; node++) {
    const V* x = r + at[node];
    V sum = x[0] + x[1] + (acts[node] == 3 ? x[2] : all(0));
    M some = sum > 0;
    V part = 1.0f / (some ? sum : all(1));
    float even = 1.0f / acts[node];
    // The first number is the bet at the first decision, and the fold at the others.
    p[slot[node]] = some ? x[node == 0 ? 1 : 0] * part : all(even);
    if (acts[node] == 3) p[slot[node] + 1] = some ? x[2] * part : all(even);
  }
}

struct Player {
  V regret[LIVE][REGRETS], now[LIVE][PROBS];
};

static void learn(V* regret, const V* more) {
  for (int k = 0; k < REGRETS; k++) regret[k] = most(regret[k] + more[k], all(0));
}

static void solve(const Live& g, const int* lines, int count, River& r, Player& z, Player& y,
                  V (*sum)[PROBS + NODES]) {
  bool z_first = g.z_first;
  static V rz[LIVE], ry[LIVE], old[LIVE], follow[LIVE], gain[LIVE][2];
  bool in_a_row = count == LANES && lines[LANES - 1] == lines[0] + LANES - 1;
  V b;
  for (int l = 0; l < LANES; l++) b[l] = g.base[lines[l < count ? l : 0]];
  for (int i = 0; i < r.n; i++) {
    long hand = (long)g.order[i] * g.pad, bucket = (long)g.bucket[g.order[i]] * g.pad;
    U row;
    if (in_a_row) {
      memcpy(&rz[i], g.rz + hand + lines[0], sizeof(V));
      memcpy(&ry[i], g.ry + hand + lines[0], sizeof(V));
      memcpy(&row, g.zs + bucket + lines[0], sizeof(U));
    } else
      for (int l = 0; l < LANES; l++) {
        int line = lines[l < count ? l : 0];
        rz[i][l] = g.rz[hand + line];
        ry[i][l] = g.ry[hand + line];
        row[l] = g.zs[bucket + line];
      }
    for (int k = 0; k < PROBS; k++)
      z.now[i][k] = __builtin_convertvector(row >> (8 * k) & 255, V) * (1.0f / 255);
  }
  for (int i = 0; i < r.n; i++) split(rz[i], z.now[i], z_first, r.q[i]);
  r.scan(b, g.bet, [&](int i, V* e, V* m) { old[i] = best_value(e, m, b, g.bet, z_first); });
  if (!g.rounds) {
    for (int i = 0; i < r.n; i++)
      for (int l = 0; l < count; l++) {
        long at = (long)g.order[i] * g.pad + lines[l];
        g.was[at] = g.is[at] = old[i][l];
      }
    return;
  }
  memset(z.regret, 0, sizeof z.regret);
  memset(y.regret, 0, sizeof y.regret);
  memset(sum, 0, sizeof(V) * LIVE * (PROBS + NODES));
  for (int i = 0; i < r.n; i++) {
    match(y.regret[i], y.now[i]);
    follow[i] = all(0.5f);
    gain[i][0] = gain[i][1] = all(0);
  }
  const int node_of[PROBS] = {0, 1, 1, 2, 3, 3, 4, 4};
  for (int t = 1; t <= g.rounds; t++) {
    for (int i = 0; i < r.n; i++) split(rz[i], z.now[i], z_first, r.q[i]);
    r.scan(b, g.bet, [&](int i, V* e, V* m) {
      V more[REGRETS];
      V value = played(e, m, b, g.bet, z_first, y.now[i], more);
      learn(y.regret[i], more);
      match(y.regret[i], y.now[i]);
      V mean = follow[i] * value + (1.0f - follow[i]) * old[i];
      gain[i][0] = most(gain[i][0] + value - mean, all(0));
      gain[i][1] = most(gain[i][1] + old[i] - mean, all(0));
      V both = gain[i][0] + gain[i][1];
      follow[i] = both > 0 ? gain[i][0] / (both > 0 ? both : all(1)) : all(0.5f);
    });
    for (int i = 0; i < r.n; i++)
      split(ry[i] + g.gadget * follow[i], y.now[i], !z_first, r.q[i]);
    float weight = (float)t * t;
    r.scan(b, g.bet, [&](int i, V* e, V* m) {
      V more[REGRETS], reach[NODES];
      played(e, m, b, g.bet, !z_first, z.now[i], more);
      own_reach(all(weight), z.now[i], !z_first, reach);
      for (int k = 0; k < PROBS; k++) sum[i][k] += reach[node_of[k]] * z.now[i][k];
      for (int k = 0; k < NODES; k++) sum[i][PROBS + k] += reach[k];
      learn(z.regret[i], more);
      match(z.regret[i], z.now[i]);
    });
  }
  for (int i = 0; i < r.n; i++) {
    for (int k = 0; k < PROBS; k++) {
      V reach = sum[i][PROBS + node_of[k]];
      z.now[i][k] = reach > 0 ? sum[i][k] / (reach > 0 ? reach : all(1)) : z.now[i][k];
      if (g.solved)
        for (int l = 0; l < count; l++)
          g.solved[((long)i * PROBS + k) * g.count + (lines - g.lines) + l] = z.now[i][k][l];
    }
    split(rz[i], z.now[i], z_first, r.q[i]);
  }
  V more = all(0), less = all(0);
  r.scan(b, g.bet, [&](int i, V* e, V* m) {
    follow[i] = best_value(e, m, b, g.bet, z_first);
    more += most(follow[i] - old[i], all(0));
    less += most(old[i] - follow[i], all(0));
  });
  for (int i = 0; i < r.n; i++)
    for (int l = 0; l < count; l++) {
      long at = (long)g.order[i] * g.pad + lines[l];
      g.was[at] = old[i][l];
      g.is[at] = more[l] <= 0.1f * less[l] ? follow[i][l] : old[i][l];
    }
}

extern "C" int live(const Live* args) {
  const Live& g = *args;
  static River r;
  static Player z, y;
  static V sum[LIVE][PROBS + NODES];
  r.n = LIVE;
  for (int i = LIVE - 1; i >= 0; i--) {
    cards_of(g.order[i], &r.one[i], &r.two[i]);
    bool last = i == LIVE - 1 || g.strength[g.order[i + 1]] != g.strength[g.order[i]];
    r.end[i] = last ? i + 1 : r.end[i + 1];
  }
  for (int from = 0; from < g.count; from += LANES)
    solve(g, g.lines + from, g.count - from < LANES ? g.count - from : LANES, r, z, y, sum);
  return 0;
}
