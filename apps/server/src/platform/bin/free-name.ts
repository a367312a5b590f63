/**
 * A name that nobody has: the record's own, or with the suffix of restored ones.
 * @param suffix of those names that hold no spaces another one
 */
export async function findFreeName(
  name: string,
  isTaken: (candidate: string) => Promise<boolean>,
  {
    longest,
    suffix = (turn) => (turn === 1 ? ' (restored)' : ` (restored ${turn})`),
  }: { longest: number; suffix?: (turn: number) => string },
): Promise<string> {
  let candidate = name;
  for (let turn = 1; await isTaken(candidate); turn += 1) {
    const end = suffix(turn);
    candidate = name.slice(0, longest - end.length).toWellFormed() + end;
  }
  return candidate;
}
