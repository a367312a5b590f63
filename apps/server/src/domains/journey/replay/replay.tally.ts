import { type JourneyReplay, type ReplayGap, type ReplayParting, type ReplayWay, replayGaps } from '@parley/contract';
import { type CompiledStream, exitTitle, type NodePlace, type Parting, type Way } from '@parley/journey';
import type { RunningVersion } from '../row/instance.versions.ts';
import type { Compared } from './replay.compare.ts';

/** Walks and partings that are named; all of them are counted. */
const mostNamed = 200;
const mostPartings = 50;
/** Partings that are told apart while they are counted. */
const mostKept = 2000;

type Counts = Pick<JourneyReplay, 'looked' | 'same' | 'elsewhere' | 'uncompared' | 'partings' | 'gone'>;

/** Adds the walks of a replay up. */
export class Tally {
  readonly #was: RunningVersion;
  readonly #draft: RunningVersion;
  readonly #gaps = new Map<ReplayGap, number>();
  readonly #partings = new Map<string, ReplayParting & { walks: number }>();
  readonly #gone: JourneyReplay['gone'] = [];
  #same = 0;
  #elsewhere = 0;

  constructor(was: RunningVersion, draft: RunningVersion) {
    this.#was = was;
    this.#draft = draft;
  }

  add({ instanceId, startedAt }: { instanceId: string; startedAt: Date }, compared: Compared): void {
    if (compared.kind === 'same') this.#same += 1;
    else if (compared.kind === 'uncompared') this.#gaps.set(compared.why, (this.#gaps.get(compared.why) ?? 0) + 1);
    else {
      this.#elsewhere += 1;
      const parting = this.#named(compared.parting);
      const key = JSON.stringify(compared.parting);
      const held = this.#partings.get(key);
      if (held) held.walks += 1;
      else if (this.#partings.size < mostKept) this.#partings.set(key, { ...parting, walks: 1 });
      if (this.#gone.length < mostNamed) this.#gone.push({ ...parting, instanceId, startedOn: startedAt.toISOString() });
    }
  }

  counts(): Counts {
    const uncompared = replayGaps.flatMap((why) => {
      const walks = this.#gaps.get(why) ?? 0;
      return walks > 0 ? [{ why, walks }] : [];
    });
    return {
      looked: this.#same + this.#elsewhere + uncompared.reduce((sum, { walks }) => sum + walks, 0),
      same: this.#same,
      elsewhere: this.#elsewhere,
      uncompared,
      partings: [...this.#partings.values()].sort((a, b) => b.walks - a.walks).slice(0, mostPartings),
      gone: this.#gone,
    };
  }

  #named({ node, was, would }: Parting): ReplayParting {
    return {
      node: node && this.#nodeOf(node, this.#was, this.#draft),
      was: this.#wayOf(node, was, this.#was, this.#draft),
      would: this.#wayOf(node, would, this.#draft, this.#was),
    };
  }

  #wayOf(node: NodePlace | null, { exit, to, state }: Way, own: RunningVersion, other: RunningVersion): ReplayWay {
    const stream = node && streamOf(own, node.stream);
    const found = node && stream?.nodes.get(node.node);
    const title = found && exit !== null ? exitTitle(found, exit, stream?.document.languages ?? []) : '';
    return { exit, exitTitle: title, to: to && this.#nodeOf(to, own, other), state };
  }

  #nodeOf({ stream, node }: NodePlace, ...versions: RunningVersion[]): NonNullable<ReplayWay['to']> {
    const found = versions.map((version) => streamOf(version, stream)?.nodes.get(node)).find((one) => one !== undefined);
    return { stream, id: node, name: found?.name ?? '', type: found?.type ?? '' };
  }
}

const streamOf = ({ compiled: { main, streams } }: RunningVersion, id: string): CompiledStream | undefined =>
  id === main.document.id ? main : streams.get(id);
