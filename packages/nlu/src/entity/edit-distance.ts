/**
 * Edits (insertion, deletion, replacement, swap of neighbours) from one word to another, counted up to a limit.
 * @returns the number of edits, or `limit + 1` when it takes more
 * Source: optimal string alignment, given up as soon as every way is above the limit.
 */
export function countEdits(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      let edits = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1])
        edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1);
      current.push(edits);
      least = Math.min(least, edits);
    }
    if (least > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[to.length] ?? 0, limit + 1);
}

/** Returns what remains of a word after dropping up to `depth` of its characters, the word itself included. */
export function deletionsOf(word: string, depth: number): Set<string> {
  const found = new Set([word]);
  let layer = [word];
  for (let step = 0; step < depth; step++) {
    const next: string[] = [];
    for (const left of layer)
      for (let drop = 0; drop < left.length; drop++) {
        const shorter = left.slice(0, drop) + left.slice(drop + 1);
        if (found.has(shorter)) continue;
        found.add(shorter);
        next.push(shorter);
      }
    layer = next;
  }
  return found;
}
