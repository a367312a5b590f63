import type { Run } from '../shared/run.ts';
import { sendAndGo } from '../shared/sending.ts';

export const run: Run<'message.media'> = {
  run: (turn, { config }) =>
    sendAndGo(turn, { kind: 'media', media: turn.media(config.media), caption: turn.write(config.caption) }, config.sending),
};
