/**
 * The best row of labels.
 * @param emissions score of each label at each token, token-major
 * @param moves score of one label after another, `from * labelCount + to`; row `labelCount` is the beginning; -Infinity forbids
 * @param allowed labels that may be used, in any order; the first wins a tie
 */
export function findBestPath(
  emissions: Float64Array,
  moves: Float64Array,
  allowed: readonly number[],
  labelCount: number,
  tokenCount: number,
): number[] {
  if (tokenCount === 0) return [];
  const back = new Int32Array(tokenCount * labelCount);
  let last = new Float64Array(labelCount).fill(Number.NEGATIVE_INFINITY);
  for (const label of allowed) last[label] = (emissions[label] ?? 0) + (moves[labelCount * labelCount + label] ?? 0);
  for (let token = 1; token < tokenCount; token++) {
    const next = new Float64Array(labelCount).fill(Number.NEGATIVE_INFINITY);
    for (const label of allowed) {
      let best = Number.NEGATIVE_INFINITY;
      let from = allowed[0] ?? 0;
      for (const before of allowed) {
        const score = (last[before] ?? 0) + (moves[before * labelCount + label] ?? 0);
        if (score > best) {
          best = score;
          from = before;
        }
      }
      next[label] = best + (emissions[token * labelCount + label] ?? 0);
      back[token * labelCount + label] = from;
    }
    last = next;
  }
  let label = allowed[0] ?? 0;
  for (const candidate of allowed) if ((last[candidate] ?? 0) > (last[label] ?? 0)) label = candidate;
  const path = [label];
  for (let token = tokenCount - 1; token > 0; token--) {
    label = back[token * labelCount + label] ?? 0;
    path.push(label);
  }
  return path.reverse();
}
