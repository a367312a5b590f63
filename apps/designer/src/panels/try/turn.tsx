import { useWords } from '@parley/ui/words';
import { showSeconds } from '../../nodes/duration.ts';
import type { Play, PlayTurn } from '../../play/play.ts';
import { designerWords } from '../../words.ts';
import classes from '../panel.module.css';
import type { Act } from './act.ts';
import { choicesOf } from './choices-of.ts';
import { Shown } from './shown.tsx';
import { Trace } from './trace.tsx';

/** The customer's input, and the stream's response. */
export function Turn({ turn, play, isOpen, act }: { turn: PlayTurn; play: Play; isOpen: boolean; act: Act }) {
  const say = useWords(designerWords.try);
  const { given } = turn;
  return (
    <>
      {given.kind === 'say' && (
        <div className={classes.bubble} data-own>
          {given.text}
        </div>
      )}
      {given.kind === 'press' && (
        <div className={classes.bubble} data-own>
          {titleOfItem(play, turn, given.item)}
        </div>
      )}
      {given.kind === 'media' && (
        <div className={classes.bubble} data-own>
          {given.name}
        </div>
      )}
      {given.kind === 'location' && (
        <div className={classes.bubble} data-own>
          {given.latitude}, {given.longitude}
        </div>
      )}
      {given.kind === 'skip' && <div className={classes.line}>{say('passed', { time: showSeconds(given.seconds) })}</div>}
      {given.kind === 'call' && <div className={classes.line}>{say('answered', { status: given.answer.status })}</div>}
      {turn.effects.map((effect, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is sent is told apart by its place alone
        <Shown key={place} effect={effect} isOpen={isOpen} act={act} />
      ))}
      <Trace turn={turn} play={play} />
    </>
  );
}

/** The words on the button or row that was pressed, as an earlier turn showed them. */
function titleOfItem(play: Play, turn: PlayTurn, item: string): string {
  for (const { effects } of play.turns.slice(0, play.turns.indexOf(turn)).toReversed())
    for (const effect of effects) {
      if (effect.kind !== 'send') continue;
      const { content } = effect;
      const found = choicesOf(content).find(({ id }) => id === item);
      if (found) return found.title;
    }
  return item;
}
