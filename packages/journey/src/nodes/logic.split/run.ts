import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { leave } from '../../engine/turn.ts';
import type { Run } from '../shared/run.ts';
import { tenThousandths } from './schema.ts';

export const run: Run<'logic.split'> = {
  /** A person keeps their branch over instances and versions: it is their hash that decides, and no chance. */
  run({ facts, frame }, { config }) {
    const [a = 0, b = 0, c = 0, d = 0] = sha256(utf8ToBytes(`${frame.node}${facts.customerId}`));
    const place = (((a << 24) | (b << 16) | (c << 8) | d) >>> 0) % tenThousandths;
    let end = 0;
    for (const { id, share } of config.shares) {
      end += share;
      if (place < end) return leave(id);
    }
    return leave(config.shares.at(-1)?.id ?? '');
  },
};
