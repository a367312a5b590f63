import type { ChannelType, KnownHours } from '@parley/contract';
import { hoursIn } from '@parley/hours';
import { type Facts, fromJson, type Send, type ValueMap } from '@parley/journey';
import { answerReaders as readers } from '@parley/nlu/answers';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readKnownHours, readPlace } from '../../account/door.ts';
import { eventLink, shapeOfChannel } from '../../channel/door.ts';
import { addressOf, listAttributes } from '../../customer/door.ts';
import { type Refusals, readRefusals } from '../../messaging/door.talk.ts';
import { addressOfFilling } from '../filling/filling.code.ts';
import { readFlows } from '../flow/flow.sent.ts';
import { holdHours } from '../opening/opening.repository.ts';
import { findPeople } from '../person/person.repository.ts';
import { personValues } from '../person/person.values.ts';
import type { RunningVersion } from '../row/instance.versions.ts';
import { findChannelsAndAddresses } from './facts.repository.ts';

/** Nodes that one turn may visit; more of them are a circle without an end. */
const mostNodes = 100;
/** Reads the processor time of this thread alone: the load of other programs is no work of the turn. */
const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** @property deptId of the chat; left out: nobody knows */
export type Walker = {
  instanceId: string;
  customerId: string;
  channelId: string;
  address: string;
  running: RunningVersion;
  deptId?: string | null;
};
/** @property addresses of the customer on other channels that the stream sends by @property hours those behind the facts */
export type WalkerFacts = { facts: Facts; addresses: ReadonlyMap<string, string>; isThere: boolean; hours: KnownHours };

/** Reads the hours that streams wait for; where none waits for any, nobody is asked. */
async function readHours(tx: Read, enterpriseId: string, walkers: readonly Walker[]): Promise<(departmentId: string | null) => KnownHours> {
  const asked = [...new Set(walkers.flatMap(({ running }) => running.calendars))];
  if (asked.length > 0) await holdHours(tx, enterpriseId);
  return readKnownHours(tx, enterpriseId, asked, [...new Set(walkers.map(({ deptId }) => deptId ?? null))]);
}

/** Reads the facts of a batch of turns, once for all of them. A customer who is gone is not among the results. */
export async function readFacts(
  ctx: EnterpriseContext,
  tx: Read,
  walkers: readonly Walker[],
  filledIn?: Facts['filledIn'],
): Promise<Map<string, WalkerFacts>> {
  const { enterpriseId } = ctx;
  const customerIds = [...new Set(walkers.map(({ customerId }) => customerId))];
  const channelIds = [...new Set(walkers.flatMap(({ channelId, running }) => [channelId, ...running.channels]))];
  const [people, attributes, place, { channels, known }, hours, flows] = await Promise.all([
    findPeople(tx, enterpriseId, customerIds),
    listAttributes(tx, enterpriseId),
    readPlace(tx, enterpriseId),
    findChannelsAndAddresses(tx, enterpriseId, channelIds, customerIds),
    readHours(tx, enterpriseId, walkers),
    readFlows(ctx, tx, walkers),
  ]);
  const refusals = new Map<string, Refusals>();
  const addressOn = ({ customerId, channelId: own, address }: Walker, channelId: string): string | null => {
    if (channelId === own) return address;
    const written = known.get(`${channelId} ${customerId}`);
    const person = people.get(customerId);
    const type = channels.get(channelId)?.type;
    return written ?? (person && type !== undefined ? addressOf(person as never, type) : null);
  };
  for (const channelId of channelIds) {
    if (!channels.has(channelId)) continue;
    const there = walkers.filter((walker) => walker.channelId === channelId || walker.running.channels.includes(channelId));
    const templates = [...new Set(there.flatMap(({ running }) => running.templates))];
    const found = await readRefusals(
      ctx,
      tx,
      channelId,
      there.map((walker) => ({ customerId: walker.customerId, address: addressOn(walker, channelId) })),
      templates,
    );
    for (const [place, walker] of there.entries()) refusals.set(`${channelId} ${walker.instanceId}`, found[place] as Refusals);
  }
  return new Map(
    walkers.map((walker) => {
      const person = people.get(walker.customerId);
      const channel = channels.get(walker.channelId);
      const values = personValues(person, attributes, place);
      const knownHours = hours(walker.deptId ?? null);
      const own = refusals.get(`${walker.channelId} ${walker.instanceId}`);
      const facts: Facts = {
        zone: String(values.zone),
        language: String(values.language),
        country: String(values.country),
        customer: values,
        channel: fromJson({ name: channel?.name ?? '', type: channel?.type ?? 0, environment: channel?.environment ?? '' }) as ValueMap,
        isWindowOpen: own?.isWindowOpen ?? true,
        shape: shapeOfChannel((channel?.type ?? 0) as ChannelType, channel?.vendor ?? ''),
        readers,
        refusalOf: (send) => {
          const way = send.via === '' ? walker.channelId : send.via;
          const gate = refusals.get(`${way} ${walker.instanceId}`);
          if (!gate || addressOn(walker, way) === null) return 'NO_ADDRESS';
          return gate.refusalOf({ purpose: send.purpose, templateId: templateOf(send, gate.isWindowOpen) });
        },
        hoursOf: hoursIn(knownHours),
        pageOf: (filling) => addressOfFilling(ctx, filling),
        ...(filledIn ? { filledIn } : {}),
        flowOf: flows(walker),
        eventLink: (event) => eventLink(ctx, event),
        customerId: walker.customerId,
        mostNodes,
        processorMs,
      };
      const addresses = new Map(
        walker.running.channels.flatMap((channelId) => {
          const address = addressOn(walker, channelId);
          return address === null ? [] : [[channelId, address] as const];
        }),
      );
      return [walker.instanceId, { facts, addresses, isThere: person !== undefined, hours: knownHours }];
    }),
  );
}

/** A template that is sent, or that stands in for free text where the window is closed; null: free text. */
export const templateOf = ({ content, outsideWindow }: Send, isWindowOpen: boolean): string | null =>
  content.kind === 'template' ? content.template : !isWindowOpen && outsideWindow !== '' ? outsideWindow : null;
