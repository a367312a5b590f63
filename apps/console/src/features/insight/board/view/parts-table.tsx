import { Collapse, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { BoardTile, TileCell, TileFigure } from '@parley/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useWords } from '../../../../lib/words.ts';
import { boardWords } from '../../../../locales/board.ts';
import { showValue } from '../../../chat/shared/figures/show-figure.ts';
import { nameOfPart } from '../../shared/figure-words.ts';
import classes from '../board.module.css';
import type { OpenTile } from '../board.search.ts';
import { TileNumber } from './tile-number.tsx';

type Props = {
  title: string;
  by: BoardTile['by'];
  figure: TileFigure;
  /** The tile is a table: it is never folded */
  isAlone: boolean;
  onOpen: OpenTile | undefined;
  opensFormer: boolean;
};

/** The numbers of a tile; each opens its chats, by the keyboard too. */
export function PartsTable(props: Props) {
  const say = useWords(boardWords.view);
  const [isOpen, { toggle }] = useDisclosure(false);
  if (props.isAlone) return <Numbers {...props} />;
  return (
    <>
      <UnstyledButton className={classes.fold} aria-expanded={isOpen} onClick={toggle}>
        <IconChevronDown size={14} aria-hidden data-open={isOpen || undefined} />
        {say(isOpen ? 'hideNumbers' : 'showNumbers')}
      </UnstyledButton>
      <Collapse expanded={isOpen}>{isOpen ? <Numbers {...props} /> : null}</Collapse>
    </>
  );
}

function Numbers({ title, by, figure, onOpen, opensFormer }: Props) {
  const say = useWords(boardWords.view);
  const sayFigure = useWords(boardWords.figure);
  const { now, before, unit, more } = figure;
  const number = (what: string, { value, count }: Pick<TileCell, 'value' | 'count'>, of: Parameters<OpenTile>[0]) => (
    <TileNumber
      unit={unit}
      count={count}
      what={what}
      shown={showValue(unit, value)}
      onOpen={onOpen && (opensFormer || !of.former) ? () => onOpen(of) : undefined}
    />
  );
  const formerOf = (cell: TileCell, place: number) =>
    by === 'day' ? before?.cells[place] : before?.cells.find(({ key }) => key === cell.key);
  return (
    <section className={classes.numbers} aria-label={say('numbersOf', { title })}>
      <table aria-label={say('numbersOf', { title })}>
        <thead>
          <tr>
            <th scope="col">{sayFigure(`by_${by}`)}</th>
            <th scope="col">{say('value')}</th>
            {before ? <th scope="col">{say('before')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {now?.cells.map((cell, place) => {
            const name = nameOfPart(sayFigure, by, cell);
            const former = formerOf(cell, place);
            return (
              <tr key={cell.key}>
                <th scope="row">{name}</th>
                <td>{number(`${title}, ${name}`, cell, { part: cell.key })}</td>
                {before ? (
                  <td>{former ? number(`${title}, ${name}, ${say('before')}`, former, { part: former.key, former: true }) : '–'}</td>
                ) : null}
              </tr>
            );
          })}
        </tbody>
        {now ? (
          <tfoot>
            <tr>
              <th scope="row">{say('whole')}</th>
              <td>{number(`${title}, ${say('whole')}`, now.whole, {})}</td>
              {before ? <td>{number(`${title}, ${say('whole')}, ${say('before')}`, before.whole, { former: true })}</td> : null}
            </tr>
          </tfoot>
        ) : null}
      </table>
      {more > 0 ? <p className={classes.note}>{say('more', { count: more })}</p> : null}
    </section>
  );
}
