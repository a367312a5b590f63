import { findingTexts } from '../../check/finding-texts.ts';
import { leave, NodeFault, type Turn } from '../../engine/turn.ts';
import { pathIn } from '../../expression/path.ts';
import { showValue } from '../../expression/show.ts';
import { toJson } from '../../expression/value.ts';
import type { Run } from '../shared/run.ts';
import { addressFault } from './address.ts';
import { isSafeCall } from './retries.ts';

export const run: Run<'data.http'> = {
  run(turn, { config }) {
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
  },
  answered(turn, { config }, { isDone, status, value, isSecret }) {
    const rule = status === 0 ? undefined : config.statuses.find(({ from, to }) => status >= from && status <= to);
    // A service that answers 500 has failed, whether a worker, an operator, a stub or a person who tries the stream out reports its
    // answer.
    if (!rule && (!isDone || status >= 400)) return leave('error');
    for (const { path, variable } of config.picks) turn.set(variable, pathIn(value, path), isSecret);
    return leave(rule?.id ?? 'ok');
  },
};

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
