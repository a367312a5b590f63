/** One piece of a text that names something: a date, a price, a value of a list. */
export type EntityMatch = {
  /** 'sys.date' and its kin, or a custom entity's id. */
  entity: string;
  /** UTF-16 offsets in the text as it was given, end exclusive. */
  start: number;
  end: number;
  /** The covered words, as they were written. */
  text: string;
  /** Normalised, as a person reads it back: '2026-11-24', '17:00', 'PT2H15M', a value of a list. */
  value: string;
  data?: Record<string, string | number | boolean>;
};

/** A match with what decides between it and the ones that it overlaps. */
export type Candidate<Match extends { start: number; end: number } = EntityMatch> = {
  match: Match;
  /** 1 is exact; a typo or another inflection is less. */
  likeness: number;
  /** Smaller wins between equal spans. */
  rank: number;
};

/**
 * Chooses matches that do not overlap: the longest first, then the earliest, then the exact before the fuzzy, then the lower rank.
 * @returns the chosen matches in order of the text
 */
export function chooseMatches<Match extends { start: number; end: number }>(candidates: readonly Candidate<Match>[]): Match[] {
  const ordered = [...candidates].sort(
    (a, b) =>
      b.match.end - b.match.start - (a.match.end - a.match.start) ||
      a.match.start - b.match.start ||
      b.likeness - a.likeness ||
      a.rank - b.rank,
  );
  const taken = new Taken();
  const chosen: Match[] = [];
  for (const { match } of ordered) if (taken.take(match.start, match.end)) chosen.push(match);
  return chosen.sort((a, b) => a.start - b.start);
}

/** Spans that are spoken for. Each unit is marked, so a look costs the length of one span whatever the number of candidates. */
class Taken {
  private readonly units = new Set<number>();

  take(start: number, end: number): boolean {
    // Candidates come longest first, so one that overlaps covers an end of the shorter one.
    if (end <= start || this.units.has(start) || this.units.has(end - 1)) return false;
    for (let unit = start; unit < end; unit++) this.units.add(unit);
    return true;
  }
}
