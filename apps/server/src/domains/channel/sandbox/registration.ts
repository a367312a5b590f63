import type { Connection, VendorTemplate } from '@parley/vendors';
import { createSimulatorControl, type KnownFlow, type SimulatorControl } from '@parley/vendors/simulator';
import type { Deps } from '../../../deps.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** A simulator that was started anew knows nobody: so long a channel may stay unknown to it. */
const renewMs = 30_000;

type Registered = { connection: Connection; templates: readonly VendorTemplate[]; facts: string; at: number; done: Promise<void> };
/** Facts of a sandbox channel that other domains keep, and that its vendor would know. */
export type SandboxFacts = { flows: readonly KnownFlow[]; flowKey: string };
/** Extension point: tells what the vendor of a sandbox channel knew before the simulator was started anew. */
export const sandboxFacts = defineExtensionPoint<(deps: Deps, channelId: string) => Promise<SandboxFacts>>('sandbox.facts');

const known = new WeakMap<Deps['jobs'], Map<string, Registered>>();

class NoSimulator extends Error {}

/** @throws NoSimulator where the installation has none; those who may meet that ask `deps.simulator()` first */
export function simulatorOf(deps: Pick<Deps, 'simulator'>): SimulatorControl {
  const address = deps.simulator();
  if (!address) throw new NoSimulator('This installation has no simulator.');
  return createSimulatorControl(address);
}

/**
 * Signs a sandbox channel up at the simulator: once a process for each state of the channel and its templates, and again after a while.
 * Cheap when nothing changed, so it may stand before every send.
 */
export function ensureRegistered(deps: Deps, connection: Connection, templates: readonly VendorTemplate[]): Promise<void> {
  const channels = known.get(deps.jobs) ?? new Map<string, Registered>();
  known.set(deps.jobs, channels);
  const before = channels.get(connection.channelId);
  const isFresh = before !== undefined && Date.now() - before.at < renewMs;
  if (isFresh && before.connection === connection && before.templates === templates) return before.done;
  const { vendor, type, contactId, config, hookUrl } = connection;
  const registration = { vendor, type, contactId, config: { ...config }, hookUrl, templates: [...templates] };
  const facts = JSON.stringify(registration);
  if (isFresh && before.facts === facts) return before.done;
  const done = withFacts(deps, connection.channelId).then((more) =>
    simulatorOf(deps).register(connection.channelId, { ...registration, ...more }),
  );
  channels.set(connection.channelId, { connection, templates, facts, at: Date.now(), done });
  // A simulator that did not answer is asked again by the next one who needs it.
  done.catch(() => channels.delete(connection.channelId));
  return done;
}

async function withFacts(deps: Deps, channelId: string): Promise<{ flows: KnownFlow[]; flowKey: string }> {
  const facts = await Promise.all(deps.extensions.of(sandboxFacts).map((read) => read(deps, channelId)));
  return { flows: facts.flatMap(({ flows }) => flows), flowKey: facts.find(({ flowKey }) => flowKey !== '')?.flowKey ?? '' };
}
