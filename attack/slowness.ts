/** Processor time that the work below took on the two shared cores on which the limit of a turn was set, in milliseconds. */
const referenceMs = 48;
const mostTimes = 4;

/**
 * Measures how many times slower this machine is than the reference, 1 where it is not: limits of processor time are given in milliseconds of
 * the reference. The best of several runs counts, so that a neighbour on the machine does not make it slow.
 */
export function measureSlowness(): number {
  const rows = Array.from({ length: 20_000 }, (_, place) => ({ place, name: `row ${place}`, parts: [place, place * 2, `${place}`] }));
  const runs = Array.from({ length: 7 }, () => {
    const before = process.cpuUsage();
    for (let round = 0; round < 5; round += 1) JSON.parse(JSON.stringify(rows));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(mostTimes, Math.max(1, Math.min(...runs) / referenceMs));
}
