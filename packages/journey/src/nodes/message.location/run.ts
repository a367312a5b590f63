import type { SentContent } from '../../engine/effects.ts';
import type { Run } from '../shared/run.ts';
import { sendAndGo } from '../shared/sending.ts';

export const run: Run<'message.location'> = {
  run(turn, { config }) {
    const content: SentContent = {
      kind: 'location',
      latitude: turn.number(config.latitude, 'The latitude'),
      longitude: turn.number(config.longitude, 'The longitude'),
      name: turn.write(config.name),
      address: turn.write(config.address),
    };
    return sendAndGo(turn, content, config.sending);
  },
};
