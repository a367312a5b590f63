import type { MailboxSave, ProbeStep } from '@parley/contract';
import { adapterFor, mailServerKey } from '@parley/vendors';
import { recordChange } from '#platform/audit/trail.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { toConnection } from '../channel/channel.connection.ts';
import type { ChannelRow } from '../channel/channel.present.ts';
import { endClient, faultOf, type Opening, openClient } from './mailbox.client.ts';
import { mailboxRecord } from './mailbox.record.ts';
import { findMailbox } from './mailbox.repository.ts';
import { openSecrets, secretsOf, sendingOf } from './mailbox.secrets.ts';
import { accessMailChannel, assertMailbox, columnsOf } from './mailbox.service.ts';

const step = (name: ProbeStep['name'], isOk: boolean, text: string): ProbeStep => ({ name, isOk, text });

async function probeReading(deps: Deps, channel: ChannelRow, mailbox: Opening & { folder: string }): Promise<ProbeStep[]> {
  try {
    // Its tokens are those of the form that is tried, not of the one that is saved.
    const client = await openClient(deps, toConnection(deps, { ...channel, channelId: newId() }), mailbox);
    const signedIn = [step('reach', true, 'The mail server answers.'), step('credentials', true, 'The login is accepted.')];
    try {
      const { exists } = await client.mailboxOpen(mailbox.folder, { readOnly: true });
      return [...signedIn, step('folder', true, `The folder has ${exists} mails.`)];
    } catch (error) {
      const { responseText = '' } = error as { responseText?: string };
      return [...signedIn, step('folder', false, `The folder ${mailbox.folder} cannot be opened. ${responseText}`.trim())];
    } finally {
      endClient(client);
    }
  } catch (error) {
    const { step: failed, text } = faultOf(error, mailbox);
    if (failed === 'reach') return [step('reach', false, text)];
    return [step('reach', true, 'The mail server answers.'), step('credentials', false, text)];
  }
}

async function probeSending(deps: Deps, channel: ChannelRow, server: NonNullable<ReturnType<typeof sendingOf>>): Promise<ProbeStep> {
  const adapter = adapterFor('mailchimp', channel.type);
  const base = toConnection(deps, { ...channel, channelId: newId() });
  const connection = { ...base, vendor: 'mailchimp' as const, config: { ...base.config, [mailServerKey]: JSON.stringify(server) } };
  const steps = (await adapter?.probe(deps.vendorIos.of(connection), connection)) ?? [];
  const failed = steps.find(({ isOk }) => !isOk);
  return step('sending', !failed, failed?.text ?? 'The sending server accepts the login.');
}

/** "Test connection": tries a mailbox that is not saved yet, step by step. */
export async function testMailbox(
  ctx: Ctx,
  deps: Deps,
  channelId: string,
  form: MailboxSave,
): Promise<{ isOk: boolean; steps: ProbeStep[] }> {
  const { enterpriseId } = ctx;
  const { channel, secrets } = await ctx.read(async (tx) => {
    const channel = await accessMailChannel(tx, enterpriseId, channelId);
    const before = await findMailbox(tx, enterpriseId, channelId);
    const secrets = secretsOf(form, before, openSecrets(deps.secrets, before));
    assertMailbox(deps, form, secrets, channel);
    return { channel, secrets };
  });
  const mailbox = { ...columnsOf(form), secrets };
  const steps = await probeReading(deps, channel, mailbox);
  const sending = sendingOf(mailbox);
  if (sending) steps.push(await probeSending(deps, channel, sending));
  const isOk = steps.every((one) => one.isOk);
  await ctx.transaction((tx) => {
    const after = { channelName: channel.name, host: form.host, username: form.username, folder: mailbox.folder };
    recordChange(ctx, tx, { record: mailboxRecord, id: channelId, action: 'test', after, result: isOk ? 'done' : 'refused' });
    return Promise.resolve();
  });
  return { isOk, steps };
}
