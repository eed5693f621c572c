// Properties of every hand on a board: its hand number, its equity against the eight groups of
// hands, and its bucket. Everything is in integers, so that all machines get the same buckets.
#include "launch.h"

struct Boards {
  const u8* cards;       // [board][5]
  const int* suits_low;  // the evaluator's tables: key and flush by the ranks of one suit
  const int* suits_flush;
  const u16* low;
  const u16* high;
  const u16* values;
  const unsigned* by_group;  // [1326]: hand, high card, low card; group by group
  const int* group;      // [9]: first index of each group
  u16* strength;         // [board][hand]; 0 for hands that share a card with the board
  u8* fare;              // [board][hand][8]: against each group, 0 to 255; or null
  u8* bin;               // [board][hand]: against all, 0 to 15; or null
  const u16* bucket;     // [board][hand]
  u64* order;            // [board][live]: a step for each hand, the weakest first
  u64* tape;             // [board][3 * live]: the steps of the river's scan
  int* length;           // [board]: length of the tape
  unsigned* rank;        // [board][hand]: buffer
  int boards, live;
};

extern "C" int evaluate(const Boards* args) {
  Boards g = *args;
  return each((long)g.boards * HANDS, LAMBDA(long i) {
    const u8* cards = g.cards + i / HANDS * 5;
    int high, low;
    cards_of(i % HANDS, &high, &low);
    int ranks[4] = {0, 0, 0, 0};
    ranks[high & 3] |= 1 << (high >> 2);
    ranks[low & 3] |= 1 << (low >> 2);
    bool blocked = false;
    for (int c = 0; c < 5; c++) {
      ranks[cards[c] & 3] |= 1 << (cards[c] >> 2);
      blocked |= cards[c] == high || cards[c] == low;
    }
    unsigned key = 0, flush = 0;
    for (int s = 0; s < 4; s++) {
      key += g.suits_low[ranks[s]];
      flush += g.suits_flush[ranks[s]];
    }
    unsigned number = g.values[g.low[key & 65535] + g.high[key >> 16 & 65535]];
    g.strength[i] = blocked ? 0 : (u16)(number > flush ? number : flush);
  });
}

extern "C" int compare(const Boards* args) {
  Boards g = *args;
  return each((long)g.boards * HANDS, LAMBDA(long i) {
    const u16* strength = g.strength + i / HANDS * HANDS;
    int hand = i % HANDS, high, low, mine = strength[hand];
    if (g.bin) g.bin[i] = 255;
    if (g.fare)
      for (int k = 0; k < 8; k++) g.fare[i * 8 + k] = 0;
    if (!mine) return;
    cards_of(hand, &high, &low);
    int all = 0, of = 0;
    for (int k = 0; k < 8; k++) {
      int won = 0, met = 0;
      for (int j = g.group[k]; j < g.group[k + 1]; j++) {
        unsigned other = LOAD(g.by_group + j);
        int his = strength[other & 65535], h = other >> 16 & 255, l = other >> 24;
        if (!his) continue;
        if (h == high || h == low || l == high || l == low) continue;
        met += 2;
        won += mine > his ? 2 : mine == his;
      }
      if (g.fare) g.fare[i * 8 + k] = met ? (u8)((255 * won + met / 2) / met) : 127;
      all += won;
      of += met;
    }
    int b = 16 * all / of;
    if (g.bin) g.bin[i] = (u8)(b > 15 ? 15 : b);
  });
}

// Sorts the hands from the weakest, and hands of equal strength by bucket. A hand without an equal
// is one step (phase 3). Equal hands take three: half added (0), evaluated (1), half added (2).
HD u64 step(int hand, int a, int b, int bucket, int phase, int place) {
  return (u64)hand | (u64)a << 11 | (u64)b << 17 | (u64)bucket << 23 | (u64)phase << 39 |
         (u64)place << 41;
}

extern "C" int sort_hands(const Boards* args) {
  Boards g = *args;
  int status = each((long)g.boards * HANDS, LAMBDA(long i) {
    const u16* strength = g.strength + i / HANDS * HANDS;
    const u16* bucket = g.bucket + i / HANDS * HANDS;
    int hand = i % HANDS, mine = strength[hand];
    if (!mine) return;
    unsigned my_bucket = bucket[hand], place = 0, same = 0;
    for (int other = 0; other < HANDS; other++) {
      int his = strength[other];
      if (!his || his > mine) continue;
      same += his == mine;
      place += his < mine || bucket[other] < my_bucket ||
               (bucket[other] == my_bucket && other < hand);
    }
    g.rank[i] = place | same << 16;
  });
  if (status) return status;
  return each((long)g.boards * HANDS, LAMBDA(long i) {
    long board = i / HANDS;
    const u16* strength = g.strength + board * HANDS;
    const unsigned* rank = g.rank + board * HANDS;
    int hand = i % HANDS, high, low, mine = strength[hand];
    if (!mine) return;
    int place = rank[hand] & 65535, same = rank[hand] >> 16, weaker = 0, alone = 0;
    for (int other = 0; other < HANDS; other++) {
      int his = strength[other];
      if (!his || his >= mine) continue;
      weaker++;
      alone += rank[other] >> 16 == 1;
    }
    cards_of(hand, &high, &low);
    int a = high, b = low;
    for (int c = 0; c < 5; c++) {
      int card = g.cards[board * 5 + c];
      a -= card < high;
      b -= card < low;
    }
    int bucket = g.bucket[i];
    g.order[board * g.live + place] = step(hand, a, b, bucket, 1, place);
    int begin = 3 * weaker - 2 * alone;
    u64* tape = g.tape + board * 3 * g.live + begin;
    if (same == 1)
      tape[0] = step(hand, a, b, bucket, 3, place);
    else
      for (int phase = 0; phase < 3; phase++)
        tape[phase * same + place - weaker] = step(hand, a, b, bucket, phase, place);
    if (place == g.live - 1) g.length[board] = begin + (same == 1 ? 1 : 3 * same);
  });
}

struct Nearest {
  const u8* points;      // [n][dims]
  const u8* centres;     // [k][dims]
  const u16* strength;   // [n]: 0 for missing points; or null
  u16* bucket;           // [n]
  long n;
  int k, dims;           // dims: 8 or 16
};

HD int dot4(unsigned x, unsigned y, int sum) {
#ifdef __CUDA_ARCH__
  return (int)__dp4a(x, y, (unsigned)sum);
#else
  for (int k = 0; k < 32; k += 8) sum += (int)(x >> k & 255) * (int)(y >> k & 255);
  return sum;
#endif
}

extern "C" int nearest(const Nearest* args) {
  Nearest g = *args;
  return each(g.n, LAMBDA(long i) {
    if (g.strength && !g.strength[i]) {
      g.bucket[i] = 65535;
      return;
    }
    const unsigned* x = (const unsigned*)(g.points + i * g.dims);
    const unsigned* centre = (const unsigned*)g.centres;
    int words = g.dims / 4, least = 1 << 30, best = 0;
    unsigned x0 = x[0], x1 = x[1], x2 = words > 2 ? x[2] : 0, x3 = words > 2 ? x[3] : 0;
    for (int c = 0; c < g.k; c++) {  // squared distance, without the constant term of the point
      unsigned c0 = LOAD(centre), c1 = LOAD(centre + 1);
      int far = dot4(c0, c0, dot4(c1, c1, 0)) - 2 * dot4(x0, c0, dot4(x1, c1, 0));
      if (words > 2) {
        c0 = LOAD(centre + 2), c1 = LOAD(centre + 3);
        far += dot4(c0, c0, dot4(c1, c1, 0)) - 2 * dot4(x2, c0, dot4(x3, c1, 0));
      }
      centre += words;
      if (far < least) {
        least = far;
        best = c;
      }
    }
    g.bucket[i] = (u16)best;
  });
}

struct Spread {
  const u8* bin;         // [node][boards][hand]
  u8* points;            // [node][hand][16]: share of the runouts in bins 0 to d
  int nodes, boards;
};

extern "C" int spread(const Spread* args) {
  Spread g = *args;
  return each((long)g.nodes * HANDS, LAMBDA(long i) {
    long node = i / HANDS, hand = i % HANDS;
    int count[16] = {0}, n = 0;
    for (int board = 0; board < g.boards; board++) {
      int b = g.bin[(node * g.boards + board) * HANDS + hand];
      if (b == 255) continue;
      n++;
#pragma unroll
      for (int d = 0; d < 16; d++) count[d] += b <= d;
    }
    for (int d = 0; d < 16; d++) g.points[i * 16 + d] = n ? (u8)((255 * count[d] + n / 2) / n) : 0;
  });
}
