import { Document, type VariableType } from '../document/document.ts';
import { documentFormat, formatVersion } from '../document/format-version.ts';
import { assignedOf, conditionOf, type Translate } from './typebot.logic.ts';
import { Ids, toVariableName } from './typebot.names.ts';
import { type TypebotBlock, TypebotExport, type TypebotGroup, type TypebotItem } from './typebot.schema.ts';
import { namedIn, plainText, toSource, toText } from './typebot.text.ts';

/** Parts of a file that became something else, or nothing. @property group the name of the group that it stood in */
export type ImportNote = { kind: 'left_out' | 'changed'; what: string; group: string; text: string };
export type Imported = { document: Document; notes: ImportNote[] } | { faults: { path: string; text: string }[] };

type Made = { id: string; type: string; name: string; config: unknown };
/** A block as nodes: where one enters, and the exits that lead on, each with what it would be joined to. */
type Converted = { entry: string; exits: { node: string; exit: string; item?: string }[] };
/** null: it has no twin, and a walk that comes to it goes on behind it */
type Convert = (block: TypebotBlock, at: { group: TypebotGroup; question: string }) => Converted | null;

/** A picture of theirs as our library has it; null: it could not be loaded */
export type TypebotPictures = ReadonlyMap<string, { id: string; name: string } | null>;

const mostTitle = 120;
const wholeBody = '.';
const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Blocks that ask, with what one says that has no bubble of text before it: theirs waits in silence, and here each question has words. */
const inputWords = new Map([
  ['text input', 'Please write your answer.'],
  ['number input', 'Please write a number.'],
  ['email input', 'Please write your email address.'],
  ['url input', 'Please send a link.'],
  ['date input', 'Please write a date.'],
  ['time input', 'Please write a time, such as 14:30.'],
  ['phone number input', 'Please write your phone number.'],
  ['choice input', 'Please choose.'],
  ['picture choice input', 'Please choose.'],
  ['rating input', 'Please rate it with a number.'],
  ['file input', 'Please send a file.'],
]);
const isChoice = (type: string): boolean => type === 'choice input' || type === 'picture choice input';

/** Addresses of the pictures that a file shows, each once: those in which no variable stands. Of what is no such file there are none. */
export function picturesOfTypebot(given: unknown): string[] {
  const read = TypebotExport.safeParse(given);
  const blocks = read.success ? read.data.groups.flatMap((group) => group.blocks) : [];
  const addresses = blocks.flatMap(({ type, content, items = [] }) => [
    ...(type === 'image' ? [stringOf(content?.url)] : []),
    ...(type === 'picture choice input' ? items.map(({ pictureSrc }) => stringOf(pictureSrc)) : []),
  ]);
  return [...new Set(addresses)].filter((address) => /^https?:\/\/[^{}]+$/i.test(address));
}

/**
 * A draft out of a Typebot export of format 6. A block without a twin is left out, a walk that comes to it goes on behind it, and the notes
 * name it.
 * @param given what JSON has made of the file
 * @param pictures by the addresses that `picturesOfTypebot` names; what is not among them is sent as a link
 */
export function importTypebot(
  given: unknown,
  { id, language, pictures = new Map() }: { id: string; language: string; pictures?: TypebotPictures },
): Imported {
  const read = TypebotExport.safeParse(given);
  if (!read.success)
    return { faults: read.error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), text: message })) };
  return new Importer(read.data, { id, language, pictures }).convert();
}

class Importer {
  readonly #file: TypebotExport;
  readonly #id: string;
  readonly #language: string;
  readonly #pictures: TypebotPictures;
  readonly #ids = new Ids();
  readonly #nodes: Made[] = [];
  readonly #edges = new Map<string, { from: string; exit: string; to: string }>();
  readonly #notes: ImportNote[] = [];
  readonly #names = new Map<string, string>();
  readonly #types = new Map<string, VariableType>();
  readonly #nameById = new Map<string, string>();
  #group: TypebotGroup | undefined;

  constructor(file: TypebotExport, { id, language, pictures }: { id: string; language: string; pictures: TypebotPictures }) {
    this.#file = file;
    this.#id = id;
    this.#language = language;
    this.#pictures = pictures;
    const taken = new Set<string>();
    for (const variable of file.variables) {
      const name = toVariableName(variable.name, (one) => taken.has(one));
      taken.add(name);
      this.#names.set(variable.name, name);
      this.#nameById.set(variable.id, name);
      this.#types.set(name, 'Text');
    }
    this.#findTypes();
  }

  /** A variable is what its input or its assignment makes of it, or a list where a choice is made from it; everything else is a text. */
  #findTypes(): void {
    for (const { blocks } of this.#file.groups) {
      for (const { type, options, items } of blocks) {
        const list = isChoice(type) ? this.#listIn(items) : undefined;
        if (list !== undefined) this.#types.set(list, 'List');
        const name = this.#nameById.get(stringOf(options?.variableId));
        if (name === undefined) continue;
        if (type === 'number input' || type === 'rating input') this.#types.set(name, 'Number');
        else if (type === 'date input') this.#types.set(name, 'Date');
        else if (type === 'file input') this.#types.set(name, 'Media');
        else if (options?.isMultipleChoice === true || options?.type === 'Append value(s)') this.#types.set(name, 'List');
        else if (type === 'Set variable' && this.#isSum(options)) this.#types.set(name, 'Number');
      }
    }
  }

  #isSum(options: TypebotBlock['options']): boolean {
    const source = stringOf(options?.expressionToEvaluate).trim();
    return (
      /^-?\d+(\.\d+)?$/.test(source) || (/[-+*/]/.test(source) && /^[\s\d.+\-*/%()]*(?:\{\{[^{}]*\}\}[\s\d.+\-*/%()]*)+$/.test(source))
    );
  }

  #note(kind: ImportNote['kind'], what: string, text: string): void {
    this.#notes.push({ kind, what, group: this.#group?.title ?? '', text });
  }

  readonly #nameOf = (theirs: string): string | undefined => this.#names.get(theirs);
  readonly #lost = (what: string): void => this.#note('left_out', what, 'There is no such variable.');

  get #translate(): Translate {
    return { names: this.#nameOf, nameOfId: (id) => this.#nameById.get(id), isNumber: (name) => this.#types.get(name) === 'Number' };
  }

  #words(text: string): Record<string, string> {
    return text === '' ? {} : { [this.#language]: toText(text, this.#nameOf, this.#lost) };
  }

  #variable(block: TypebotBlock): string {
    return this.#nameById.get(stringOf(block.options?.variableId)) ?? '';
  }

  #add(key: string, type: string, config: unknown, name = ''): string {
    const id = this.#ids.of(key);
    this.#nodes.push({ id, type, name: name.slice(0, 60), config });
    return id;
  }

  #join(from: string, exit: string, to: string): void {
    const key = `${from} ${exit}`;
    if (!this.#edges.has(key)) this.#edges.set(key, { from, exit, to });
  }

  convert(): Imported {
    const { groups, events, edges, name } = this.#file;
    const converted = new Map<string, Converted | null>();
    for (const group of groups) {
      this.#group = group;
      for (const [place, block] of group.blocks.entries()) {
        if (this.#becomesQuestion(group, place)) continue;
        converted.set(block.id, this.#convertBlock(block, { group, question: this.#questionBefore(group, place) }));
      }
    }
    this.#group = undefined;
    const targets = new Map(edges.map((edge) => [edge.id, edge.to]));
    for (const group of groups)
      for (const [place, block] of group.blocks.entries()) this.#joinBlock(group, place, block, converted, targets);
    const first = events.find(({ type }) => type === 'start');
    const start = this.#targetOf(targets.get(first?.outgoingEdgeId ?? ''), converted) ?? this.#end();
    const layout = Object.fromEntries(groups.flatMap((group) => this.#placesOf(group, converted)));
    const document = Document.safeParse({
      format: documentFormat,
      formatVersion,
      kind: 'journey',
      id: this.#id,
      name: name.slice(0, 120) || 'Imported stream',
      languages: [this.#language],
      start,
      variables: [...this.#types].map(([variable, type]) => ({ name: variable, type })),
      nodes: this.#nodes,
      edges: [...this.#edges.values()],
      layout,
    });
    if (!document.success)
      return { faults: document.error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), text: message })) };
    return { document: document.data, notes: this.#notes };
  }

  /** A bubble of text right before an input is its question, also for walks that are led to the input past it: here it has to ask again. */
  #becomesQuestion({ blocks }: TypebotGroup, place: number): boolean {
    const [block, next] = [blocks[place], blocks[place + 1]];
    if (block?.type !== 'text' || !next || !inputWords.has(next.type) || block.outgoingEdgeId !== undefined) return false;
    return this.#textOf(block) !== '';
  }

  #questionBefore(group: TypebotGroup, place: number): string {
    const before = group.blocks[place - 1];
    return before && this.#becomesQuestion(group, place - 1) ? this.#textOf(before) : '';
  }

  #textOf({ content }: TypebotBlock): string {
    return plainText(content?.richText ?? []);
  }

  #placesOf(group: TypebotGroup, converted: ReadonlyMap<string, Converted | null>): [string, [number, number]][] {
    const { x = 0, y = 0 } = group.graphCoordinates ?? {};
    return group.blocks.flatMap(({ id }, place): [string, [number, number]][] => {
      const entry = converted.get(id)?.entry;
      return entry === undefined ? [] : [[entry, [Math.round(x), Math.round(y + place * 120)]]];
    });
  }

  #end(): string {
    const id = this.#ids.of('the end');
    if (!this.#nodes.some((node) => node.id === id)) this.#nodes.push({ id, type: 'mark.end', name: '', config: {} });
    return id;
  }

  /** The first node at or behind a place of a group that there is; undefined at its end. */
  #entryFrom(group: TypebotGroup, place: number, converted: ReadonlyMap<string, Converted | null>, seen = 0): string | undefined {
    for (let at = place; at < group.blocks.length; at += 1) {
      const block = group.blocks[at] as TypebotBlock;
      const made = converted.get(block.id);
      if (made) return made.entry;
      // A block that was left out may have had an edge of its own.
      if (made === null && block.outgoingEdgeId !== undefined && seen < this.#file.groups.length)
        return this.#targetOf(this.#file.edges.find(({ id }) => id === block.outgoingEdgeId)?.to, converted, seen + 1);
    }
    return undefined;
  }

  #targetOf(
    to: { groupId: string; blockId?: string | undefined } | undefined,
    converted: ReadonlyMap<string, Converted | null>,
    seen = 0,
  ): string | undefined {
    const group = this.#file.groups.find(({ id }) => id === to?.groupId);
    if (!group) return undefined;
    const place =
      to?.blockId === undefined
        ? 0
        : Math.max(
            0,
            group.blocks.findIndex(({ id }) => id === to.blockId),
          );
    return this.#entryFrom(group, place, converted, seen);
  }

  #joinBlock(
    group: TypebotGroup,
    place: number,
    block: TypebotBlock,
    converted: ReadonlyMap<string, Converted | null>,
    targets: ReadonlyMap<string, { groupId: string; blockId?: string | undefined }>,
  ): void {
    const made = converted.get(block.id);
    if (!made) return;
    const onward =
      block.outgoingEdgeId === undefined
        ? this.#entryFrom(group, place + 1, converted)
        : this.#targetOf(targets.get(block.outgoingEdgeId), converted);
    for (const { node, exit, item } of made.exits) {
      const own = block.items?.find(({ id }) => id === item)?.outgoingEdgeId;
      this.#join(node, exit, (own === undefined ? onward : this.#targetOf(targets.get(own), converted)) ?? this.#end());
    }
    if (block.type === 'Jump' || (block.type === 'Typebot link' && block.options?.typebotId === 'current'))
      this.#aim(block, made, converted);
  }

  /** A jump leads to what its target became. */
  #aim({ options }: TypebotBlock, made: Converted, converted: ReadonlyMap<string, Converted | null>): void {
    const to =
      this.#targetOf({ groupId: stringOf(options?.groupId), blockId: stringOf(options?.blockId) || undefined }, converted) ?? this.#end();
    const node = this.#nodes.find(({ id }) => id === made.entry);
    if (node) node.config = { node: to };
  }

  #convertBlock(block: TypebotBlock, at: { group: TypebotGroup; question: string }): Converted | null {
    const convert = this.#converters[block.type];
    if (convert) return convert(block, at);
    this.#note('left_out', block.type, 'This block has no twin.');
    return null;
  }

  #simple(block: TypebotBlock, type: string, config: unknown, ...exits: string[]): Converted {
    const entry = this.#add(block.id, type, config);
    return { entry, exits: (exits.length > 0 ? exits : ['next']).map((exit) => ({ node: entry, exit })) };
  }

  #ask(block: TypebotBlock, question: string, type: string, config: object): Converted {
    const labels = block.options?.labels;
    const placeholder = typeof labels === 'object' && labels !== null && 'placeholder' in labels ? stringOf(labels.placeholder) : '';
    const asked = question || placeholder;
    const words = asked || (inputWords.get(block.type) ?? '');
    if (asked === '') this.#note('changed', block.type, `It asks without words there. Here it says “${words}”: write the question.`);
    const text = this.#words(words);
    return this.#simple(block, type, { text, asking: { variable: this.#variable(block) }, ...config }, 'ok');
  }

  #picture(key: string, { id, name }: { id: string; name: string }, caption: string): string {
    return this.#add(key, 'message.media', {
      media: { kind: 'library', media: { ref: 'media', id, name } },
      caption: this.#words(caption),
    });
  }

  #image(block: TypebotBlock): Converted | null {
    const picture = this.#pictures.get(stringOf(block.content?.url));
    if (!picture) return this.#link(block, 'image');
    const entry = this.#picture(block.id, picture, '');
    return { entry, exits: [{ node: entry, exit: 'next' }] };
  }

  /** Each picture with its title, and below them what is to be chosen. */
  #choosePicture(block: TypebotBlock, question: string): Converted {
    const made = this.#choose(block, question);
    const found = (block.items ?? []).map((item) => ({ item, picture: this.#pictures.get(stringOf(item.pictureSrc)) }));
    if (found.some(({ item, picture }) => !picture && stringOf(item.pictureSrc) !== ''))
      this.#note('changed', block.type, 'Pictures that could not be loaded are left out, and their titles stay.');
    const shown = found.flatMap(({ item, picture }) =>
      picture ? [this.#picture(`${block.id} ${item.id}`, picture, stringOf(item.title))] : [],
    );
    for (const [place, node] of shown.entries()) this.#join(node, 'next', shown[place + 1] ?? made.entry);
    return { ...made, entry: shown[0] ?? made.entry };
  }

  #link(block: TypebotBlock, what: string): Converted | null {
    const url = stringOf(block.content?.url ?? block.options?.url);
    if (url === '') return null;
    this.#note('changed', what, 'The address is sent as a link.');
    return this.#simple(block, 'message.text', { text: this.#words(url) });
  }

  /** The variable whose items are chosen from, where a choice has one item and that is nothing else. */
  #listIn(items: readonly TypebotItem[] = []): string | undefined {
    const [first] = items;
    if (items.length !== 1 || typeof first?.content !== 'string' || !first.content.trim().startsWith('{{')) return undefined;
    const named = namedIn(first.content);
    return named.length === 1 ? this.#nameOf(named[0] ?? '') : undefined;
  }

  #choose(block: TypebotBlock, question: string): Converted {
    const items = block.items ?? [];
    const list = this.#listIn(items);
    const isSeveral = block.options?.isMultipleChoice === true;
    if (list !== undefined)
      return this.#ask(block, question, 'input.choice', { options: { kind: 'list', source: list, title: 'item' }, isSeveral });
    const options = {
      kind: 'fixed',
      items: items.map((item) => ({
        id: this.#ids.of(item.id),
        title: this.#words(this.#titleOf(item).slice(0, mostTitle)),
        description: this.#words((item.description ?? '').slice(0, 200)),
      })),
    };
    const isSplit = !isSeveral && items.some(({ outgoingEdgeId }) => outgoingEdgeId !== undefined);
    const made = this.#ask(block, question, 'input.choice', { options, isSeveral, isSplit, style: items.length <= 3 ? 'buttons' : 'list' });
    if (!isSplit) return made;
    return { entry: made.entry, exits: items.map(({ id }) => ({ node: made.entry, exit: this.#ids.of(id), item: id })) };
  }

  #titleOf({ content, title }: TypebotItem): string {
    return (typeof content === 'string' ? content : (title ?? '')) || '…';
  }

  #condition(block: TypebotBlock): Converted | null {
    const exits: Converted['exits'] = [];
    let entry = '';
    for (const item of block.items ?? []) {
      const source = conditionOf(item, this.#translate, this.#lost);
      if (source === undefined) {
        this.#note('left_out', 'Condition', 'A branch asks what has no twin.');
        continue;
      }
      const node = this.#add(`${block.id} ${item.id}`, 'logic.condition', { test: { source } });
      if (entry === '') entry = node;
      else this.#join(exits.at(-1)?.node ?? '', 'no', node);
      exits.push({ node, exit: 'yes', item: item.id });
    }
    const last = exits.at(-1);
    return last ? { entry, exits: [...exits, { node: last.node, exit: 'no' }] } : null;
  }

  #set(block: TypebotBlock): Converted | null {
    const variable = this.#variable(block);
    const value = variable === '' ? undefined : assignedOf(block.options ?? {}, variable, this.#nameOf, this.#lost);
    if (value === undefined) {
      this.#note(
        'left_out',
        'Set variable',
        `${variable === '' ? 'No variable is chosen.' : `What “${variable}” is set to has no twin: ${(stringOf(block.options?.type) || stringOf(block.options?.expressionToEvaluate)).slice(0, 200)}`}`,
      );
      return null;
    }
    return this.#simple(block, 'data.set', { assignments: [{ variable, value }] });
  }

  #http(block: TypebotBlock): Converted | null {
    const { webhook, responseVariableMapping } = (block.options ?? {}) as {
      webhook?: Record<string, unknown>;
      responseVariableMapping?: unknown;
    };
    const address = stringOf(webhook?.url);
    if (!/^https?:\/\/[^/{}?#]+(?:[/?#]|$)/i.test(address)) {
      this.#note('left_out', block.type, 'The call has no address, or a variable stands in its host.');
      return null;
    }
    const fields = (given: unknown) =>
      (Array.isArray(given) ? given : []).flatMap((field: { key?: unknown; value?: unknown }) =>
        stringOf(field.key) === '' ? [] : [{ name: stringOf(field.key), value: toSource(stringOf(field.value), this.#nameOf, this.#lost) }],
      );
    const picks = (Array.isArray(responseVariableMapping) ? responseVariableMapping : []).flatMap(
      (pick: { variableId?: unknown; bodyPath?: unknown }) => {
        const variable = this.#nameById.get(stringOf(pick.variableId));
        const given = stringOf(pick.bodyPath).trim();
        // Theirs begins above the body, with the status beside it. A path of no key is the body itself.
        const path = given === 'data' ? wholeBody : given.replace(/^data(?:\.|(?=\[))/, '');
        const isPath = path === wholeBody || (/^[\w$-]*(?:\.[\w$-]+|\[\d+\])*$/.test(path) && path !== '' && path !== 'statusCode');
        if (variable === undefined || !isPath)
          this.#note('left_out', block.type, `What is taken of the answer has no twin: ${stringOf(pick.bodyPath).slice(0, 200)}`);
        return variable === undefined || !isPath ? [] : [{ path, variable }];
      },
    );
    const body = stringOf(webhook?.body);
    const method = stringOf(webhook?.method) || 'POST';
    return this.#simple(
      block,
      'data.http',
      {
        method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method) ? method : 'POST',
        address: toText(address, this.#nameOf, this.#lost),
        query: fields(webhook?.queryParams),
        headers: fields(webhook?.headers),
        body: body === '' || method === 'GET' ? { kind: 'none' } : { kind: 'json', text: toText(body, this.#nameOf, this.#lost) },
        picks,
      },
      'ok',
    );
  }

  readonly #converters: Record<string, Convert> = {
    text: (block) => {
      const text = this.#textOf(block);
      return text === '' ? null : this.#simple(block, 'message.text', { text: this.#words(text) });
    },
    image: (block) => this.#image(block),
    video: (block) => this.#link(block, 'video'),
    audio: (block) => this.#link(block, 'audio'),
    embed: (block) => this.#link(block, 'embed'),
    Redirect: (block) => this.#link(block, 'Redirect'),
    'text input': (block, { question }) => this.#ask(block, question, 'input.text', {}),
    'number input': (block, { question }) => {
      const bound = (value: unknown) =>
        typeof value === 'number' || (typeof value === 'string' && value !== '') ? toSource(String(value), this.#nameOf, this.#lost) : '';
      return this.#ask(block, question, 'input.number', { least: bound(block.options?.min), most: bound(block.options?.max) });
    },
    'email input': (block, { question }) => this.#ask(block, question, 'input.email', {}),
    'url input': (block, { question }) => this.#ask(block, question, 'input.text', { pattern: 'https?://\\S+' }),
    'phone number input': (block, { question }) =>
      this.#ask(block, question, 'input.phone', { country: stringOf(block.options?.defaultCountryCode).slice(0, 2) }),
    'date input': (block, { question }) => this.#ask(block, question, 'input.date', { hasTime: block.options?.hasTime === true }),
    'time input': (block, { question }) => this.#ask(block, question, 'input.text', { pattern: '([01]?[0-9]|2[0-3])[:.][0-5][0-9]' }),
    'file input': (block, { question }) => this.#ask(block, question, 'input.media', { kinds: ['image', 'audio', 'video', 'document'] }),
    'rating input': (block, { question }) => {
      const [least, most] = [Number(block.options?.startsAt ?? 0), Number(block.options?.length ?? 10)];
      return this.#ask(block, question, 'input.number', { least: String(least), most: String(most), isWhole: true });
    },
    'choice input': (block, { question }) => this.#choose(block, question),
    'picture choice input': (block, { question }) => this.#choosePicture(block, question),
    Condition: (block) => this.#condition(block),
    'Set variable': (block) => this.#set(block),
    Wait: (block) => {
      const seconds = Math.round(Number(block.options?.secondsToWaitFor));
      if (!(seconds >= 1)) return null;
      return this.#simple(block, 'logic.wait', { until: { kind: 'duration', seconds: Math.min(seconds, 400 * 86_400) } });
    },
    Jump: (block) => ({ entry: this.#add(block.id, 'logic.goto', {}), exits: [] }),
    'Typebot link': (block, { group }) => {
      if (block.options?.typebotId === 'current') return { entry: this.#add(block.id, 'logic.goto', {}), exits: [] };
      this.#note('changed', block.type, `Choose the stream that “${group.title}” goes on with.`);
      return this.#simple(block, 'logic.stream', { stream: { ref: 'stream', id: '' } }, 'done');
    },
    'AB test': (block) => {
      const percent = Math.min(99, Math.max(1, Number(block.options?.aPercent ?? 50)));
      const items = (block.items ?? []).slice(0, 2);
      if (items.length < 2) return null;
      const shares = items.map((item, place) => ({
        id: this.#ids.of(item.id),
        name: place === 0 ? 'A' : 'B',
        share: Math.round((place === 0 ? percent : 100 - percent) * 100),
      }));
      const entry = this.#add(block.id, 'logic.split', { shares });
      return { entry, exits: items.map((item) => ({ node: entry, exit: this.#ids.of(item.id), item: item.id })) };
    },
    Webhook: (block) => this.#http(block),
    'HTTP request': (block) => this.#http(block),
    Chatwoot: (block) => {
      this.#note('changed', block.type, 'Choose the department that takes over.');
      const entry = this.#add(block.id, 'talk.department', { department: { ref: 'department', id: '' } });
      return { entry, exits: [] };
    },
  };
}
