import { sandboxFlowStatuses } from '@parley/contract';
import { compileForm } from '@parley/journey';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import type { SandboxFacts } from '../../channel/door.ts';
import { findHookChannel } from '../../messaging/door.talk.ts';
import { flowEndpointOf } from '../flow/flow.address.ts';
import { findAtVendor } from '../flow/flow.repository.ts';
import { planOf } from '../flow/flow.sent.ts';
import { listKeys } from '../flow/key.repository.ts';
import { findFormVersions } from '../form/version.repository.ts';

/** Published flows and the key of a sandbox channel, for a simulator that has forgotten them. */
export async function readSandboxFlows(deps: Deps, channelId: string): Promise<SandboxFacts> {
  const channel = await findHookChannel(deps, channelId);
  if (!channel?.adapter.flows) return { flows: [], flowKey: '' };
  const { enterpriseId } = channel;
  return enterpriseContext(deps, enterpriseId).read(async (tx) => {
    const [rows, keys] = await Promise.all([findAtVendor(tx, enterpriseId, channelId), listKeys(tx, enterpriseId, channelId, deps.now())]);
    const versions = await findFormVersions(
      tx,
      enterpriseId,
      rows.map(({ formId, number }) => [formId, number] as const),
    );
    const endpointUrl = flowEndpointOf(deps, deps.localUrl(), channelId);
    const flows = rows.flatMap(({ formId, number, vendorFlowId: id, name, mode, state }) => {
      const version = versions.find((one) => one.formId === formId && one.number === number);
      const status = sandboxFlowStatuses.find((one) => one === state);
      return version && status
        ? [{ id, name, status, endpointUrl: mode === 'endpoint' ? endpointUrl : '', json: planOf(compileForm(version.document)).json }]
        : [];
    });
    return { flows, flowKey: keys.find(({ state }) => state === 'CURRENT')?.publicKey ?? '' };
  });
}
