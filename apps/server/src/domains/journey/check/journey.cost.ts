import { type Currency, type JourneyFinding, localeOf, showMoney } from '@parley/contract';
import { type CostRange, channelsOf, costOfPaths, type Document, finding, messagesOf, type Node, refsOf } from '@parley/journey';
import type { Read } from '#platform/db/database.ts';
import type { PricedLine } from '../../../bill.ts';
import type { Ctx } from '../../../context.ts';
import { readPlace } from '../../account/door.ts';
import { addressIn } from '../../outreach/door.ts';
import { pinInside, readPinned } from '../document/journey.compiled.ts';
import { findAttachedChannels } from '../reference/use.repository.ts';
import { type Channel, findCategories, findChannels } from './cost.repository.ts';

const free: CostRange = { least: 0, most: 0 };

/**
 * Computes the cost of the cheapest and the dearest way through a draft for one person on each of its channels. Prices are those of now for
 * numbers of the enterprise's country. Messages to the simulator cost nothing, and an installation that bills nobody finds nothing.
 */
export async function findCosts(ctx: Ctx, tx: Read, journeyId: string, document: Document): Promise<JourneyFinding[]> {
  const { enterpriseId } = ctx;
  const inside = await readPinned(tx, enterpriseId, await pinInside(tx, enterpriseId, document));
  const refs = [document, ...inside.values()].flatMap(refsOf);
  const named = channelsOf(document, { attached: await findAttachedChannels(tx, enterpriseId, journeyId) });
  const channels = await findChannels(tx, enterpriseId, idsOf([...refs, ...named.map(({ id }) => ({ ref: 'channel', id }))], 'channel'));
  const own = named.flatMap(({ id }) => channels.get(id) ?? []).filter(({ environment }) => environment === 'production');
  if (own.length === 0) return [];
  const categories = await findCategories(tx, enterpriseId, idsOf(refs, 'template'));
  const { country } = await readPlace(tx, enterpriseId);
  const prices = new Prices([...channels.values()], [...new Set(categories.values())], addressIn(country));
  await prices.ask(ctx, tx);
  const currency = await ctx.bill.currencyOf(tx, enterpriseId);
  const costs = own.flatMap((channel) => {
    const range = costOn(document, { channel, channels, categories, prices, inside, known: new Map() }, new Set());
    return range.most === 0 ? [] : [toFinding(channel, range, { currency, country })];
  });
  const hasSkills = document.nodes.some(({ type }) => type === 'talk.skill');
  return costs.length > 0 && hasSkills ? [...costs, finding('COST', 'costsWithoutSkills', {}, {})] : costs;
}

const idsOf = (refs: readonly { ref: string; id: string }[], kind: string): string[] => [
  ...new Set(refs.flatMap(({ ref, id }) => (ref === kind && /^[0-9a-f-]{36}$/i.test(id) ? [id] : []))),
];

/** Prices of each channel and category, read at once. A short message counts as one part. */
class Prices {
  readonly #keys: string[] = [];
  readonly #lines: PricedLine[] = [];
  #found = new Map<string, number>();

  constructor(channels: readonly Channel[], templates: readonly string[], address: string) {
    for (const { channelId, type, vendor, environment } of channels)
      for (const category of ['SERVICE', 'UTILITY_IN_WINDOW', ...templates]) {
        if (environment === 'sandbox') continue;
        this.#keys.push(`${channelId} ${category}`);
        this.#lines.push({ channelType: type, vendor, category, address, units: 1 });
      }
  }

  async ask({ bill, enterpriseId, now }: Ctx, tx: Read): Promise<void> {
    const quoted = this.#lines.length === 0 ? [] : await bill.quote(tx, { enterpriseId, at: now() }, this.#lines);
    this.#found = new Map(this.#keys.map((key, place) => [key, quoted[place]?.price ?? 0]));
  }

  text(channelId: string): number {
    return this.#found.get(`${channelId} SERVICE`) ?? 0;
  }

  /** A template for information costs another price while the customer has written lately. */
  template(channelId: string, category: string): CostRange {
    const usual = this.#found.get(`${channelId} ${category}`) ?? 0;
    const other = category === 'UTILITY' ? (this.#found.get(`${channelId} UTILITY_IN_WINDOW`) ?? 0) : usual;
    return { least: Math.min(usual, other), most: Math.max(usual, other) };
  }
}

type World = {
  channel: Channel;
  channels: ReadonlyMap<string, Channel>;
  categories: ReadonlyMap<string, string>;
  prices: Prices;
  inside: ReadonlyMap<string, Document>;
  /** Costs of inner streams, computed once: many nodes may name the same one */
  known: Map<string, CostRange>;
};

const costOn = (document: Document, world: World, above: ReadonlySet<string>): CostRange =>
  costOfPaths(document, (node) => {
    if (node.type !== 'logic.stream') return priceOfNode(node, world);
    const { id } = node.config.stream;
    const inner = world.inside.get(id);
    const cost = world.known.get(id) ?? (inner && !above.has(id) ? costOn(inner, world, new Set([...above, id])) : free);
    world.known.set(id, cost);
    return cost;
  });

/** Returns the cost of a node's message, at the price of the channel that carries it. */
function priceOfNode(node: Node, { channel, channels, categories, prices }: World): CostRange {
  const { config } = node;
  const sending = 'sending' in config ? config.sending : undefined;
  const channelId = (sending?.via ? channels.get(sending.via.id) : channel)?.channelId ?? channel.channelId;
  if (node.type === 'message.template') return prices.template(channelId, categories.get(node.config.template.id) ?? '');
  const texts = messagesOf(node);
  if (texts === 0) return free;
  const text = prices.text(channelId);
  const instead = sending?.outsideWindow ? prices.template(channelId, categories.get(sending.outsideWindow.id) ?? '').most : 0;
  return { least: text, most: Math.max(text * texts, instead) };
}

function toFinding(
  { name: channel }: Channel,
  { least, most }: CostRange,
  { currency, country }: { currency: Currency; country: string },
): JourneyFinding {
  const show = (price: number) => showMoney(price, { currency, locale: localeOf('en', country), decimals: 'exact' });
  const slots = { channel, country, most: show(most) };
  return least === most ? finding('COST', 'costs', {}, slots) : finding('COST', 'costsBetween', {}, { ...slots, least: show(least) });
}
