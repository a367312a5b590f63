import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { useWords } from '../../../../lib/words.ts';
import { boardWords } from '../../../../locales/board.ts';
import { showValue } from '../../../chat/shared/figures/show-figure.ts';
import classes from '../board.module.css';
import type { TileProps } from './tile.types.ts';
import { changeOf } from './tile-change.ts';
import { TileNumber } from './tile-number.tsx';

/** One large number, with how it has changed. */
export function CardTile({ title, note, figure, onOpen, opensFormer }: TileProps) {
  const { unit, now, before } = figure;
  if (!now) return null;
  return (
    <>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.note}>{note}</p>
      <p className={classes.figure}>
        <TileNumber
          unit={unit}
          count={now.whole.count}
          what={title}
          shown={showValue(unit, now.whole.value)}
          onOpen={onOpen && (() => onOpen({}))}
        />
      </p>
      {before ? <Change {...{ title, figure }} onOpen={opensFormer ? onOpen : undefined} /> : null}
    </>
  );
}

function Change({ title, figure, onOpen }: Pick<TileProps, 'title' | 'figure' | 'onOpen'>) {
  const say = useWords(boardWords.view);
  const { unit, before } = figure;
  const change = changeOf(figure);
  const former = before?.whole;
  if (!former || !change) return <p className={classes.change}>{say('noBefore')}</p>;
  const Arrow = change.direction === 'up' ? IconArrowUpRight : IconArrowDownRight;
  return (
    <p className={classes.change}>
      {change.direction === 'same' ? (
        say('same')
      ) : (
        <span className={classes.direction} data-tone={change.tone}>
          <Arrow size={14} aria-hidden />
          {say(`change_${change.direction}`, { by: change.by })}
        </span>
      )}
      <TileNumber
        unit={unit}
        count={former.count}
        what={`${title}, ${say('before')}`}
        shown={say('beforeOf', { value: showValue(unit, former.value) })}
        onOpen={onOpen && (() => onOpen({ former: true }))}
      />
    </p>
  );
}
