/** Counters of an assault. Calls, frames and files are attempts, whatever came back. */
export type Tally = {
  calls: number;
  frames: number;
  files: number;
  kills: number;
  connections: number;
  /** The calls that took longest, to look at where everybody had to wait. */
  slowest: { label: string; ms: number }[];
};

export type Finding = { assault: string; what: string; detail: string; times: number };

export const emptyTally = (): Tally => ({ calls: 0, frames: 0, files: 0, kills: 0, connections: 0, slowest: [] });

/** Findings by what is wrong and where: the same defect met a thousand times is one finding with its first example. */
export function createFindings() {
  const byKey = new Map<string, Finding>();
  return {
    /** @param what the defect and its place @param detail how to repeat it: the request and the answer */
    add(assault: string, what: string, detail: string): void {
      const key = `${assault} ${what}`;
      const known = byKey.get(key);
      if (known) known.times += 1;
      else byKey.set(key, { assault, what, detail: detail.slice(0, 1500), times: 1 });
    },
    list: (): readonly Finding[] => [...byKey.values()],
    of: (assault: string): readonly Finding[] => [...byKey.values()].filter((finding) => finding.assault === assault),
  };
}
export type Findings = ReturnType<typeof createFindings>;
