import { NodeFault } from '../../engine/turn.ts';
import type { Run } from '../shared/run.ts';
import { sendAndGo } from '../shared/sending.ts';

export const run: Run<'message.text'> = {
  run(turn, { config }) {
    const words = turn.write(config.text);
    if (words === '') throw new NodeFault('The text is empty.');
    return sendAndGo(turn, { kind: 'text', text: words, showsLink: config.showsLink }, config.sending);
  },
};
