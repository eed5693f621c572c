// The river: every hand of the board in the order of strength, one lane for each betting line.
#include "round.h"
#include "launch.h"

#ifdef __CUDACC__
#define LANES 32
#else
#define LANES 1
#endif

struct Entry {  // a hand of a board, the weakest first
  u16 hand;
  u8 a, b;  // its cards, numbered 0 to 46 among those not on the board
  u16 bucket;
  u16 end;  // the place after the last hand of the same strength
};

HD Entry entry_at(const u64* order, long place) {
  u64 x = LOAD(order + place);
  Entry e;
  e.hand = (u16)x;
  e.a = (u8)(x >> 16);
  e.b = (u8)(x >> 24);
  e.bucket = (u16)(x >> 32);
  e.end = (u16)(x >> 48);
  return e;
}

struct River {
  const u64* order;     // [board][live], entries
  const int* pick;      // [turn][picks]: which boards
  const float* rz;      // [turn][hand][pad]
  const float* ry;      // likewise, Y's own; for averages
  const float* zs;      // [bucket][PROBS][pad]
  const float* ys;      // likewise
  const u8* zd;         // [board][live][pad]: Z's pure strategy
  u8* yd;               // likewise, to be written
  float* value;         // [turn][hand][pad], added to
  float* regret;        // [bucket][REGRETS][pad], added to
  float* mass;          // [bucket][NODES][pad], added to
  const float* base;    // [pad]: put in by each before the river
  float bet, scale;
  int turns, picks, live, pad, z_first;
};

enum { FROM_TABLE, FROM_BYTES };
enum { BEST, BEST_KEPT, PLAYED };

template <int SOURCE>
HD void quantities(const River& g, const Entry& e, long place, const float* rz, int line, float* q) {
  float p[PROBS];
  if (SOURCE == FROM_TABLE) {
    const float* row = g.zs + (long)e.bucket * PROBS * g.pad + line;
#pragma unroll
    for (int k = 0; k < PROBS; k++) p[k] = LOAD(row + (long)k * g.pad);
  } else {
    pure(LOAD(g.zd + place * g.pad + line), p);
  }
  split(LOAD(rz + (long)e.hand * g.pad + line), p, g.z_first, q);
}

#define EACH _Pragma("unroll") for (int k = 0; k < ENDS; k++)

template <int SOURCE, int OP>
HD void river_line(const River& g, int turn, int line, float* C, float* T, int stride) {
  const float* rz = g.rz + (long)turn * HANDS * g.pad;
  const float* ry = g.ry + (long)turn * HANDS * g.pad;
  float* value = g.value + (long)turn * HANDS * g.pad + line;
  float b = g.base[line], s = g.bet;
  for (int j = 0; j < g.picks; j++) {
    long board = g.pick[(long)turn * g.picks + j];
    const u64* order = g.order + board * g.live;
    float total[ENDS] = {0}, run[ENDS], q[ENDS];
    for (int c = 0; c < 47 * ENDS; c++) T[c * stride] = 0;
#pragma unroll 2
    for (int pos = 0; pos < g.live; pos++) {
      Entry e = entry_at(order, pos);
      quantities<SOURCE>(g, e, board * g.live + pos, rz, line, q);
      EACH {
        total[k] += q[k];
        T[(e.a * ENDS + k) * stride] += q[k];
      }
      EACH T[(e.b * ENDS + k) * stride] += q[k];
    }
    // Half of everything is taken off, so that what is met on the way is beaten minus beaten by.
    for (int c = 0; c < 47 * ENDS; c++) C[c * stride] = -0.5f * T[c * stride];
    EACH run[k] = -0.5f * total[k];
    float regret[REGRETS] = {0}, mass[NODES] = {0};
    int bucket = -1;
    for (int start = 0; start < g.live;) {
      int end = entry_at(order, start).end;
      if (end > start + 1)
        for (int pos = start; pos < end; pos++) {
          Entry e = entry_at(order, pos);
          quantities<SOURCE>(g, e, board * g.live + pos, rz, line, q);
          EACH run[k] += 0.5f * q[k];
          EACH C[(e.a * ENDS + k) * stride] += 0.5f * q[k];
          EACH C[(e.b * ENDS + k) * stride] += 0.5f * q[k];
        }
      for (int pos = start; pos < end; pos++) {
        Entry e = entry_at(order, pos);
        long place = board * g.live + pos;
        quantities<SOURCE>(g, e, place, rz, line, q);
        float ev[ENDS], m[ENDS];
        float own = end > start + 1 ? 0.0f : 1.0f;  // alone, it has not been half added
        EACH {
          int a = (e.a * ENDS + k) * stride, c = (e.b * ENDS + k) * stride;
          m[k] = total[k] - T[a] - T[c] + q[k];
          float level = (k < 5 ? k : k - 4) * s + b;
          ev[k] = level * (2.0f * (run[k] - C[a] - C[c]) - own * q[k]);
          if (end == start + 1) {
            run[k] += q[k];
            C[a] += q[k];
            C[c] += q[k];
          }
        }
        float v;
        if (OP == PLAYED) {
          if (e.bucket != bucket) {
            if (bucket >= 0) {
              for (int k = 0; k < REGRETS; k++)
                add(g.regret + ((long)bucket * REGRETS + k) * g.pad + line, regret[k] * g.scale);
              for (int k = 0; k < NODES; k++)
                add(g.mass + ((long)bucket * NODES + k) * g.pad + line, mass[k] * g.scale);
            }
            for (int k = 0; k < REGRETS; k++) regret[k] = 0;
            for (int k = 0; k < NODES; k++) mass[k] = 0;
            bucket = e.bucket;
          }
          float p[PROBS], r[REGRETS], own_part[NODES];
          const float* row = g.ys + (long)e.bucket * PROBS * g.pad + line;
          for (int k = 0; k < PROBS; k++) p[k] = LOAD(row + (long)k * g.pad);
          v = played(ev, m, b, s, g.z_first, p, r);
          own_reach(LOAD(ry + (long)e.hand * g.pad + line), p, g.z_first, own_part);
          for (int k = 0; k < REGRETS; k++) regret[k] += r[k];
          for (int k = 0; k < NODES; k++) mass[k] += own_part[k];
        } else {
          unsigned d;
          v = best(ev, m, b, s, g.z_first, &d);
          if (OP == BEST_KEPT) g.yd[place * g.pad + line] = (u8)d;
        }
        value[(long)e.hand * g.pad] += v;
      }
      if (end > start + 1)
        for (int pos = start; pos < end; pos++) {
          Entry e = entry_at(order, pos);
          quantities<SOURCE>(g, e, board * g.live + pos, rz, line, q);
          EACH run[k] += 0.5f * q[k];
          EACH C[(e.a * ENDS + k) * stride] += 0.5f * q[k];
          EACH C[(e.b * ENDS + k) * stride] += 0.5f * q[k];
        }
      start = end;
    }
    if (OP == PLAYED && bucket >= 0) {
      for (int k = 0; k < REGRETS; k++)
        add(g.regret + ((long)bucket * REGRETS + k) * g.pad + line, regret[k] * g.scale);
      for (int k = 0; k < NODES; k++)
        add(g.mass + ((long)bucket * NODES + k) * g.pad + line, mass[k] * g.scale);
    }
  }
}

#ifdef __CUDACC__
template <int SOURCE, int OP>
__global__ void __launch_bounds__(LANES) river_kernel(River g) {
  extern __shared__ float sums[];
  int groups = g.pad / LANES;
  int turn = blockIdx.x / groups, line = blockIdx.x % groups * LANES + threadIdx.x;
  river_line<SOURCE, OP>(g, turn, line, sums + threadIdx.x, sums + 47 * ENDS * LANES + threadIdx.x,
                         LANES);
}
template <int SOURCE, int OP>
static int launch(const River& g) {
  int bytes = 2 * 47 * ENDS * LANES * (int)sizeof(float);
  auto kernel = river_kernel<SOURCE, OP>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  kernel<<<g.turns * (g.pad / LANES), LANES, bytes>>>(g);
  return (int)cudaGetLastError();
}
#else
template <int SOURCE, int OP>
static int launch(const River& g) {
  float* sums = new float[2 * 47 * ENDS];
  for (int turn = 0; turn < g.turns; turn++)
    for (int line = 0; line < g.pad; line++)
      river_line<SOURCE, OP>(g, turn, line, sums, sums + 47 * ENDS, 1);
  delete[] sums;
  return 0;
}
#endif

extern "C" int river(const River* g, int source, int op) {
  if (source == FROM_TABLE)
    return op == BEST ? launch<FROM_TABLE, BEST>(*g)
           : op == BEST_KEPT ? launch<FROM_TABLE, BEST_KEPT>(*g)
                             : launch<FROM_TABLE, PLAYED>(*g);
  return op == PLAYED ? launch<FROM_BYTES, PLAYED>(*g) : -1;
}
