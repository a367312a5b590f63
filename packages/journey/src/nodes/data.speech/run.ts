import { leave } from '../../engine/turn.ts';
import { pathIn } from '../../expression/path.ts';
import { isTagged } from '../../expression/value.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'data.speech'> = {
  run(turn, { config }) {
    const media = turn.value(config.media);
    if (media === null || !isTagged(media) || media.$ !== 'media') return leave('empty');
    return turn.call({ kind: 'speech', media, languages: config.languages, leastConfidence: config.leastConfidence });
  },
  answered(turn, { config }, { isDone, value, isSecret }) {
    if (!isDone) return leave('error');
    const text = pathIn(value, 'text');
    if (typeof text !== 'string' || text.trim() === '') return leave('empty');
    turn.set(config.variable, text, isSecret);
    const confidence = pathIn(value, 'confidence');
    return leave(typeof confidence === 'number' && confidence < config.leastConfidence ? 'unsure' : 'ok');
  },
};
