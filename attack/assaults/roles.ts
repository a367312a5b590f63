import { effectivePermissions } from '../../apps/server/src/domains/account/role/access.rules.ts';
import { allEndpoints } from '../../apps/server/test/samples.ts';
import { createCaller, eachOf } from '../caller.ts';
import { endsSessions, ownRequest, toSent } from '../requests.ts';
import type { Assault, Scene } from '../scene.ts';

/** Every call with each role, on records that exist: refused by 1403 exactly where the contract says. */
async function run({ target, attacker, findings, tally, random, isShort }: Scene): Promise<void> {
  const caller = createCaller(target.url, 'roles', findings, tally, random);
  const { flags } = target.inside.deps;
  const closed = allEndpoints.filter(([name, endpoint]) => endpoint.access !== 'public' && !endsSessions.test(name));
  const roles = attacker.byRole.filter(({ code }) => code <= 6);
  const work = roles.flatMap((role) => {
    const held = effectivePermissions([role.code], [], flags);
    // The administrator may do everything, destruction included: what he may is tried by the fuzz.
    return (isShort ? random.shuffled(closed).slice(0, 60) : closed).map((one) => [role, held, one] as const);
  });
  await eachOf(work, 12, async ([role, held, [name, endpoint]]) => {
    const { access } = endpoint;
    const mayCall = access === 'session' || (Array.isArray(access) && access.some((permission) => held.has(permission)));
    if (mayCall && endpoint.method === 'DELETE') return;
    const sent = toSent(endpoint, ownRequest(endpoint, attacker.harvest));
    const got = await caller.send({ name: role.name, token: role.user.token }, sent, name);
    if (!got || got.status === 429) return;
    // A value may ask for more than its call does, such as a customer's number in a filter or a colleague's record: that refusal names other
    // permissions than the call's.
    const asked = (JSON.parse(got.status === 403 ? got.body : '{}') as { data?: { permissions?: string[] } }).data?.permissions;
    const isOfTheCall = JSON.stringify(asked) === JSON.stringify(access);
    if (asked && !isOfTheCall && mayCall) return;
    const isRefused = asked !== undefined;
    if (isRefused === mayCall)
      findings.add(
        'roles',
        `${name} as ${role.name}: ${isRefused ? 'refused against the contract' : `HTTP ${got.status} instead of 1403`}`,
        caller.explain(sent, got),
      );
  });
  await caller.close();
}

export const roles: Assault = { name: 'roles', what: 'every call with each role', run };
