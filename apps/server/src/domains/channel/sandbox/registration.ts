import type { Connection, VendorTemplate } from '@parley/vendors';
import { createSimulatorControl, type SimulatorControl } from '@parley/vendors/simulator';
import type { Deps } from '../../../deps.ts';

/** A simulator that was started anew knows nobody: so long a channel may stay unknown to it. */
const renewMs = 30_000;

type Registered = { connection: Connection; templates: readonly VendorTemplate[]; facts: string; at: number; done: Promise<void> };
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
  const done = simulatorOf(deps).register(connection.channelId, registration);
  channels.set(connection.channelId, { connection, templates, facts, at: Date.now(), done });
  // A simulator that did not answer is asked again by the next one who needs it.
  done.catch(() => channels.delete(connection.channelId));
  return done;
}
