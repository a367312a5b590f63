/**
 * Attacks the built product: `npm run attack`, or `npm run attack -- --short` for the form that is part of the tests, `--seed 7` to repeat a
 * run, and names of assaults to run those alone. Calls, frames and uploads are found in the contract, ids by listing, so what is built next is
 * attacked without being named here (docs/SECURITY.md).
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import { createRandom } from '../apps/server/seed/random.ts';
import { addresses } from './assaults/addresses.ts';
import { connections } from './assaults/connections.ts';
import { files } from './assaults/files.ts';
import { foreignIds } from './assaults/foreign-ids.ts';
import { frames } from './assaults/frames.ts';
import { fuzz } from './assaults/fuzz.ts';
import { kills } from './assaults/kills.ts';
import { money } from './assaults/money.ts';
import { programs } from './assaults/programs.ts';
import { providers } from './assaults/providers.ts';
import { rehearsals } from './assaults/rehearsals.ts';
import { roles } from './assaults/roles.ts';
import { services } from './assaults/services.ts';
import { strangers } from './assaults/strangers.ts';
import { createCaller } from './caller.ts';
import { makeEnterprise } from './enterprises.ts';
import { createFindings, emptyTally } from './findings.ts';
import { withoutShared } from './harvest.ts';
import type { Assault } from './scene.ts';
import { printReport, type Row } from './table.ts';
import { startTarget } from './target.ts';
import { makeProbe, mostHeldMs, startWatch } from './watch.ts';

/** Runs in this order: assaults that only read come before those that may change the attacker's own records. */
const assaults: readonly Assault[] = [
  strangers,
  roles,
  foreignIds,
  addresses,
  providers,
  programs,
  money,
  services,
  rehearsals,
  files,
  frames,
  connections,
  fuzz,
  kills,
];

/** The program and its readers together; far above what it needs, far below what would bring the machine down. */
const mostMemoryMb = 1500;

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, short: { type: 'boolean', default: false } },
  allowPositionals: true,
});
/** The suite has tests of its own that kill the program under writing visitors, an import, a training and a broadcast. */
const ofShortForm = assaults.filter((assault) => assault !== kills);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const named = assaults.filter(({ name }) => positionals.includes(name.replaceAll(' ', '-')));
const chosen = positionals.length > 0 ? named : values.short ? ofShortForm : assaults;

const findings = createFindings();
const probe = makeProbe();
const target = await startTarget(probe.environment);
// The attacker gives way: on a machine of two cores it would otherwise be measured instead of the program. The program and its database have
// started before, since a child inherits the priority of its parent.
os.setPriority(10);
const watch = startWatch(probe, () => {
  const pid = target.process()?.child.pid;
  return pid === undefined ? undefined : { pid };
});
const rows: Row[] = [];
try {
  const random = createRandom(seed);
  const builder = createCaller(target.url, 'preparation', findings, emptyTally(), random);
  console.error(`attacking with seed ${seed} ...`);
  const attacker = await makeEnterprise(target, builder, 'attacker');
  const made = await makeEnterprise(target, builder, 'victim');
  const victim = { ...made, harvest: withoutShared(made.harvest, attacker.harvest) };
  await builder.close();
  console.error(`two enterprises with ${attacker.harvest.all.size} and ${victim.harvest.all.size} ids that their people can list`);
  for (const assault of chosen) {
    const tally = emptyTally();
    const started = performance.now();
    watch.takeAssaultHeldMs();
    console.error(`${assault.name} ...`);
    await assault.run({ target, attacker, victim, random, seed, findings, tally, watch, isShort: values.short }).catch((error: unknown) => {
      findings.add(
        assault.name,
        'the assault did not come to its end',
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      );
    });
    const child = target.process()?.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) {
      findings.add(assault.name, 'the program died', target.output().slice(-1500));
      await target.startAgain();
    }
    const heldMs = watch.takeAssaultHeldMs();
    if (heldMs > mostHeldMs)
      findings.add(
        assault.name,
        'everybody had to wait',
        `${heldMs} ms in one turn of the event loop; the slowest calls: ${tally.slowest.map(({ label, ms }) => `${label} ${ms} ms`).join(', ')}`,
      );
    const memoryMb = watch.takeMemoryMb();
    if (memoryMb > mostMemoryMb) findings.add(assault.name, 'the program took too much memory', `${memoryMb} MB`);
    rows.push({
      assault: assault.name,
      what: assault.what,
      tally,
      seconds: Math.round((performance.now() - started) / 1000),
      heldMs,
      memoryMb,
    });
    const { calls, frames: sent, files: read, kills: killed } = tally;
    console.error(
      `  ${calls} calls, ${sent} frames, ${read} files, ${killed} kills; ${findings.of(assault.name).length} findings, ${heldMs} ms, ${memoryMb} MB`,
    );
  }
} finally {
  watch.stop();
  await target.stop();
}
printReport(rows, findings, seed);
process.exit(findings.list().length === 0 ? 0 : 1);
