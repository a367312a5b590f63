import { Skeleton, Text } from '@mantine/core';
import { isOfTurns, type TileFigure } from '@parley/contract';
import { IconEyeOff, IconHourglass, IconLock } from '@tabler/icons-react';
import { useWords } from '../../../../lib/words.ts';
import { boardWords } from '../../../../locales/board.ts';
import { nameOfMeasure } from '../../shared/figure-words.ts';
import classes from '../board.module.css';
import { CardTile } from './card-tile.tsx';
import { PartsTile } from './parts-tile.tsx';
import type { TileProps } from './tile.types.ts';

type Props = Pick<TileProps, 'tile' | 'isWall' | 'onOpen' | 'opensFormer'> & { figure: TileFigure | undefined };

/** One figure of a board: its title, its drawing, or the reason why its reader does not see it. */
export function BoardTileView({ tile, figure, isWall, onOpen, opensFormer }: Props) {
  const say = useWords(boardWords.figure);
  const sayMeasure = useWords(boardWords.measure);
  const title = tile.title || nameOfMeasure(sayMeasure, tile.measure);
  const of = (figure?.of ?? []).map((name) => name ?? say('removed'));
  const note = [say(`range_${tile.range}`), ...of].join(' · ');
  return (
    <section className={classes.tile} data-size={tile.size} aria-label={title}>
      {!figure ? (
        <Skeleton height={tile.chart === 'card' ? 88 : 260} radius="md" />
      ) : figure.state !== 'shown' ? (
        <Hidden title={title} state={figure.state === 'permission' && isOfTurns(tile.measure) ? 'bots' : figure.state} />
      ) : tile.chart === 'card' ? (
        <CardTile {...{ tile, title, note, figure, isWall, onOpen, opensFormer }} />
      ) : (
        <PartsTile {...{ tile, title, note, figure, isWall, onOpen, opensFormer }} />
      )}
    </section>
  );
}

const icons = { permission: IconLock, bots: IconLock, scope: IconEyeOff, slow: IconHourglass } as const;

function Hidden({ title, state }: { title: string; state: keyof typeof icons }) {
  const say = useWords(boardWords.view);
  const StateIcon = icons[state];
  return (
    <>
      <h2 className={classes.title}>{title}</h2>
      <div className={classes.hidden}>
        <StateIcon size={20} stroke={1.6} aria-hidden />
        <Text size="sm">{say(`hidden_${state}`)}</Text>
        <Text size="xs" c="dimmed">
          {say(`hiddenText_${state}`)}
        </Text>
      </div>
    </>
  );
}
