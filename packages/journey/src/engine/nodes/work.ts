import { findingTexts } from '../../check/finding-texts.ts';
import type { NodeOf } from '../../document/node.ts';
import { laterBy } from '../../expression/dates.ts';
import { showValue } from '../../expression/show.ts';
import { isTagged, toJson, type Value } from '../../expression/value.ts';
import { addressFault } from '../../nodes/data.http/address.ts';
import { isSafeCall } from '../../nodes/data.http/retries.ts';
import { isSecretVariable, mask } from '../secrecy.ts';
import { leave, NodeFault, type Outcome, type Turn, waitFor } from '../turn.ts';

const next = leave('next');

/** Carries out the assignments in their order, so that a later one reads the earlier. If one of them fails, none is kept. */
export function set(turn: Turn, { config }: NodeOf<'data.set'>): Outcome {
  const { secret } = turn.frame;
  const before = { ...turn.frame.variables };
  const { length } = turn.effects;
  try {
    for (const { variable, value } of config.assignments) turn.set(variable, turn.value(value), turn.isSecret(value));
  } catch (error) {
    turn.frame.variables = before;
    if (secret) turn.frame.secret = secret;
    else delete turn.frame.secret;
    turn.visit.sets = [];
    turn.effects.length = length;
    throw error;
  }
  return next;
}

export function customer(turn: Turn, { config }: NodeOf<'data.customer'>): Outcome {
  const attributes = config.attributes.map(({ attribute, value }) => ({ attribute: attribute.id, value: turn.value(value) }));
  const language = config.language === '' ? null : turn.text(config.language);
  for (const { attribute, value } of attributes) turn.customer[attribute] = value;
  for (const { attribute, value } of config.attributes) turn.markField(attribute, turn.isSecret(value));
  if (language !== null && language !== '') turn.instance.language = language;
  turn.effects.push({ kind: 'customer', attributes, language, consent: config.consent });
  return next;
}

export function sets(turn: Turn, { config }: NodeOf<'data.sets'>): Outcome {
  for (const { ref, id } of config.sets) {
    const name = ref === 'group' ? 'groups' : 'labels';
    const held = turn.customer[name];
    const others = (Array.isArray(held) ? held : []).filter((one) => one !== id);
    turn.customer[name] = config.action === 'add' ? [...others, id] : others;
  }
  turn.effects.push({ kind: 'sets', action: config.action, sets: config.sets });
  return next;
}

export function http(turn: Turn, { config }: NodeOf<'data.http'>): Outcome {
  const fault = addressFault(config);
  if (fault) throw new NodeFault(findingTexts[fault]);
  const named = (fields: readonly { name: string; value: string }[]) =>
    fields.map(({ name, value }) => [name, turn.text(value)] as [string, string]);
  const { body } = config;
  return turn.call({
    kind: 'http',
    method: config.method,
    address: fillAddress(turn, config.address),
    query: named(config.query),
    headers: named(config.headers),
    body:
      body.kind === 'json'
        ? { kind: 'json', text: fillJson(turn, body.text) }
        : body.kind === 'form'
          ? { kind: 'form', fields: named(body.fields) }
          : body,
    integration: config.integration?.id ?? '',
    timeoutSeconds: config.timeoutSeconds,
    isSafe: isSafeCall(config),
    ...(config.retries ? { retries: config.retries } : {}),
  });
}

/** Fills an address: a placeholder's value is a part of its path or its query, and nothing more. */
const fillAddress = (turn: Turn, address: string): string =>
  turn.fillWith(address, (value) => encodeURIComponent(showValue(value, turn.showing)));
/** Fills JSON: a placeholder between quotes is a part of a text, and any other one a whole value. */
function fillJson(turn: Turn, text: string): string {
  let isInText = false;
  return turn.fillWith(
    text,
    (value) => {
      const json = JSON.stringify(toJson(value));
      return isInText ? JSON.stringify(showValue(value, turn.showing)).slice(1, -1) : json;
    },
    (words) => {
      for (const [quote] of words.matchAll(/\\.|"/g)) if (quote === '"') isInText = !isInText;
    },
  );
}

export const query = (turn: Turn, { config }: NodeOf<'data.query'>): Outcome =>
  turn.call({
    kind: 'query',
    integration: config.integration.id,
    statement: config.statement,
    parameters: config.parameters.map((source) => toJson(turn.value(source))),
  });

export function speech(turn: Turn, { config }: NodeOf<'data.speech'>): Outcome {
  const media = turn.value(config.media);
  if (media === null || !isTagged(media) || media.$ !== 'media') return leave('empty');
  return turn.call({ kind: 'speech', media, languages: config.languages, leastConfidence: config.leastConfidence });
}

export const knowledge = (turn: Turn, { config }: NodeOf<'talk.knowledge'>): Outcome =>
  turn.call({
    kind: 'knowledge',
    sources: config.sources.map(({ id }) => id),
    question: turn.text(config.question),
    leastScore: config.leastScore,
  });

const cardOf = (turn: Turn, names: readonly string[]) =>
  names.flatMap((name) => {
    const value: Value = turn.frame.variables[name] ?? null;
    if (value === null) return [];
    return [{ name, value: isSecretVariable(turn.stream, turn.frame, name) ? mask : showValue(value, turn.showing) }];
  });
const mostShown = 30;

/** An operator hands over, wherever the instance stands: with all that has a value. */
export function handedOver(turn: Turn, department: string): Outcome {
  const shown = cardOf(turn, [...turn.stream.variables.keys()]).slice(0, mostShown);
  turn.effects.push({ kind: 'handOver', node: turn.frame.node, department, priority: 5, note: '', shown, returns: false });
  return { kind: 'handedOver' };
}

/** Hands over to a person, with the stream's knowledge and sensitive values masked. */
export function department(turn: Turn, { id, config }: NodeOf<'talk.department'>): Outcome {
  turn.effects.push({
    kind: 'handOver',
    node: id,
    department: config.department.id,
    priority: config.priority,
    note: turn.hidden(turn.write(config.note)),
    shown: cardOf(turn, config.shows),
    returns: config.returns,
  });
  if (!config.returns) return { kind: 'handedOver' };
  return waitFor({
    kind: 'agent',
    dueAt: config.timeoutSeconds === null ? null : laterBy(turn.now, config.timeoutSeconds, turn.facts.zone),
  });
}

export function endChat(turn: Turn, { config }: NodeOf<'talk.end'>): Outcome {
  const text = turn.write(config.text);
  const shown = turn.hidden(text);
  turn.effects.push({ kind: 'endChat', text, ...(shown === text ? {} : { shown }), asksRating: config.asksRating });
  return next;
}

/** Counted once an instance, the first time. */
export function milestone(turn: Turn, { config }: NodeOf<'mark.milestone'>): Outcome {
  if (!turn.instance.milestones.includes(config.milestone)) {
    turn.instance.milestones.push(config.milestone);
    turn.effects.push({ kind: 'milestone', milestone: config.milestone });
  }
  return next;
}
