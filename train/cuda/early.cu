// The flop and the turn: reach goes down the tree, values come back up.
#include "launch.h"

struct Early {
  const float* rz;       // [row][hand][lines]: Z's reach at the round's beginning
  const float* ry;       // Y's own reach, in the same form
  const int* row;        // [node]: the board's row in rz and ry
  const u16* bucket;     // [node][hand]; 65535 for hands that share a card with the board
  const u64* zs;         // [bucket][lines]: Z's table
  const u64* ys;         // Y's table
  const u8* zd;          // [node][hand][lines]: Z's pure strategy, instead of a table; or null
  u8* yd;                // Y's best response, written in the same form; or null
  float* down;           // [node][hand][down_pad]: Z's reach at the next round
  float* sums;           // [node][53][ENDS][lines]: sums over Z's hands with a card; 52: over all
  const float* child;    // [node][hand][down_pad]: values at the next round, summed
  float* value;          // [row][hand][lines]: values are added here
  float* regret;         // [bucket][REGRETS][lines]
  float* mass;           // [bucket][NODES][lines]
  const float* base;     // [lines]: chips put in by each player before the round
  float bet, child_scale, scale;
  int nodes, lines, down_pad, z_first, play;
};

HD bool parts(const Early& g, int node, int hand, int line, float* q) {
  unsigned b = g.bucket[(long)node * HANDS + hand];
  if (b == 65535) {
    for (int k = 0; k < ENDS; k++) q[k] = 0;
    return false;
  }
  float p[PROBS];
  if (g.zd)
    pure(g.zd[((long)node * HANDS + hand) * g.lines + line], p);
  else
    unpack(g.zs[(long)b * g.lines + line], p);
  split(g.rz[((long)g.row[node] * HANDS + hand) * g.lines + line], p, g.z_first, q);
  return true;
}

// Computes Z's reach at the next round.
extern "C" int go_down(const Early* args) {
  Early g = *args;
  return each((long)g.nodes * HANDS * g.lines, LAMBDA(long i) {
    int line = i % g.lines, hand = i / g.lines % HANDS, node = i / g.lines / HANDS;
    float q[ENDS];
    parts(g, node, hand, line, q);
    for (int k = 0; k < ENDS; k++)
      g.down[((long)node * HANDS + hand) * g.down_pad + line * ENDS + way(k, g.z_first)] = q[k];
  });
}

extern "C" int add_up(const Early* args) {
  Early g = *args;
  int status = each((long)g.nodes * 52 * g.lines, LAMBDA(long i) {
    int line = i % g.lines, card = i / g.lines % 52, node = i / g.lines / 52;
    float sum[ENDS] = {0}, q[ENDS];
    for (int other = 0; other < 52; other++) {
      if (other == card) continue;
      parts(g, node, combo(card, other), line, q);
      for (int k = 0; k < ENDS; k++) sum[k] += q[k];
    }
    for (int k = 0; k < ENDS; k++)
      g.sums[(((long)node * 53 + card) * ENDS + k) * g.lines + line] = sum[k];
  });
  if (status) return status;
  return each((long)g.nodes * ENDS * g.lines, LAMBDA(long i) {
    int line = i % g.lines, k = i / g.lines % ENDS, node = i / g.lines / ENDS;
    float all = 0;
    for (int card = 0; card < 52; card++)
      all += g.sums[(((long)node * 53 + card) * ENDS + k) * g.lines + line];
    g.sums[(((long)node * 53 + 52) * ENDS + k) * g.lines + line] = 0.5f * all;
  });
}

extern "C" int come_up(const Early* args) {
  Early g = *args;
  return each((long)g.nodes * HANDS * g.lines, LAMBDA(long i) {
    int line = i % g.lines, hand = i / g.lines % HANDS, node = i / g.lines / HANDS;
    float q[ENDS], e[ENDS], m[ENDS];
    if (!parts(g, node, hand, line, q)) return;
    int high, low;
    cards_of(hand, &high, &low);
    const float* sums = g.sums + (long)node * 53 * ENDS * g.lines + line;
    const float* child = g.child + ((long)node * HANDS + hand) * g.down_pad + line * ENDS;
    for (int k = 0; k < ENDS; k++) {
      m[k] = sums[(52 * ENDS + k) * g.lines] - sums[(high * ENDS + k) * g.lines] -
             sums[(low * ENDS + k) * g.lines] + q[k];
      e[k] = child[way(k, g.z_first)] * g.child_scale;
    }
    float v;
    if (g.play) {
      long b = g.bucket[(long)node * HANDS + hand];
      float p[PROBS], r[REGRETS], own[NODES];
      unpack(g.ys[b * g.lines + line], p);
      v = played(e, m, g.base[line], g.bet, g.z_first, p, r);
      own_reach(g.ry[((long)g.row[node] * HANDS + hand) * g.lines + line], p, g.z_first, own);
      for (int k = 0; k < REGRETS; k++)
        add(g.regret + (b * REGRETS + k) * g.lines + line, r[k] * g.scale);
      for (int k = 0; k < NODES; k++)
        add(g.mass + (b * NODES + k) * g.lines + line, own[k] * g.scale);
    } else {
      unsigned d;
      v = best(e, m, g.base[line], g.bet, g.z_first, &d);
      if (g.yd) g.yd[((long)node * HANDS + hand) * g.lines + line] = (u8)d;
    }
    add(g.value + ((long)g.row[node] * HANDS + hand) * g.lines + line, v);
  });
}

HD u64 byte_of(float part, int most) {
  int x = (int)(part * 255 + 0.5f);
  return (u64)(x < most ? x : most);
}

struct Table {
  float* regret;         // [bucket][REGRETS][pad]
  float* mass;           // [bucket][NODES][pad]; reset to zero
  u64* now;              // [bucket][pad]
  float* sum;            // [bucket][PROBS][pad], weighted by iteration and reach
  float* reach;          // [bucket][NODES][pad], weighted in the same way
  float weight;          // weight of this iteration in the average
  float keep, keep_low;  // discount factors of positive and of negative regrets
  int buckets, pad;
};

// Adds the strategy of an iteration to the average, and computes the next one by regret matching.
extern "C" int next_strategy(const Table* args) {
  Table g = *args;
  return each((long)g.buckets * g.pad, LAMBDA(long i) {
    long line = i % g.pad, b = i / g.pad;
    float p[PROBS];
    unpack(g.now[i], p);
    float* regret = g.regret + b * REGRETS * g.pad + line;
    const int node_of[PROBS] = {0, 1, 1, 2, 3, 3, 4, 4};
    for (int k = 0; k < PROBS; k++)
      g.sum[(b * PROBS + k) * g.pad + line] +=
          g.weight * g.mass[(b * NODES + node_of[k]) * g.pad + line] * p[k];
    for (int k = 0; k < NODES; k++) {
      float* mass = g.mass + (b * NODES + k) * g.pad + line;
      g.reach[(b * NODES + k) * g.pad + line] += g.weight * *mass;
      *mass = 0;
    }
    float r[REGRETS];
    for (int k = 0; k < REGRETS; k++) {
      float x = regret[k * g.pad];
      regret[k * g.pad] = x * (x > 0 ? g.keep : g.keep_low);
      r[k] = x > 0 ? x : 0;
    }
    float two = r[0] + r[1];
    u64 next = byte_of(two > 0 ? r[1] / two : 0.5f, 255);
    two = r[5] + r[6];
    next |= byte_of(two > 0 ? r[5] / two : 0.5f, 255) << 24;
    const int at[3] = {2, 7, 10}, slot[3] = {1, 4, 6};
    for (int n = 0; n < 3; n++) {
      float three = r[at[n]] + r[at[n] + 1] + r[at[n] + 2];
      u64 fold = byte_of(three > 0 ? r[at[n]] / three : 1.0f / 3, 255);
      u64 raise = byte_of(three > 0 ? r[at[n] + 2] / three : 1.0f / 3, 255 - (int)fold);
      next |= fold << (8 * slot[n]) | raise << (8 * slot[n] + 8);
    }
    g.now[i] = next;
  });
}
