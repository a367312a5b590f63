import { Text } from '@mantine/core';
import type { LaunchFigures, LinkState } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { formatNumber, formatShare } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import cardClasses from '../shared/figure-cards.module.css';
import classes from './encap.module.css';

/** Parts of the equation, in its order, and the state of the links that each counts. */
export const parts = [
  ['notSent', 'UNSENT'],
  ['unopened', 'MADE'],
  ['opened', 'OPENED'],
  ['inProgress', 'BEGUN'],
  ['handedOver', 'HANDED_OVER'],
  ['completed', 'COMPLETED'],
  ['ended', 'ENDED'],
  ['expired', 'EXPIRED'],
  ['closed', 'CLOSED'],
] as const satisfies readonly (readonly [keyof LaunchFigures, LinkState])[];

export const partOf = (state: LinkState | '') => parts.find(([, one]) => one === state)?.[0] ?? 'launched';

/** @property launch '' opens the links of all launches; undefined: the figure opens nothing, since the links are not listed by its days */
type FigureProps = { encapId: string; launch: string | undefined; state: LinkState | ''; count: number; what: string };

/** A figure that opens the links which it counts. */
export function LinksFigure({ encapId, launch, state, count, what }: FigureProps) {
  const say = useWords(encapWords.figure);
  if (count === 0 || launch === undefined) return <span className="tabular">{formatNumber(count)}</span>;
  return (
    <Link
      to="/encaps/$encapId"
      params={{ encapId }}
      search={{ tab: 'links', launch, state }}
      className={`${classes.figureLink} tabular`}
      aria-label={say('open', { what, count: formatNumber(count), interpolation: { escapeValue: false } })}
    >
      {formatNumber(count)}
    </Link>
  );
}

type EquationProps = { encapId: string; launch: string | undefined; figures: LaunchFigures };

/** The equation as cards: what was launched, and what has become of it. */
export function EquationCards({ encapId, launch, figures }: EquationProps) {
  const say = useWords(encapWords.figure);
  const sayLine = useWords(encapWords.line);
  const { launched } = figures;
  return (
    <>
      <dl className={cardClasses.cards} aria-label={say('equation')}>
        <div className={cardClasses.card}>
          <dt className={cardClasses.cardTitle}>{say('launched')}</dt>
          <dd className={cardClasses.figure}>
            <LinksFigure encapId={encapId} launch={launch} state="" count={launched} what={say('launched')} />
          </dd>
        </div>
        {parts.map(([part, state]) => (
          <div key={part} className={cardClasses.card}>
            <dt className={cardClasses.cardTitle}>{say(part)}</dt>
            <dd className={cardClasses.figure}>
              <LinksFigure encapId={encapId} launch={launch} state={state} count={figures[part]} what={say(part)} />
            </dd>
            {launched === 0 ? null : (
              <dd className={cardClasses.hint}>{say('shareOf', { share: formatShare(figures[part] / launched, 0) })}</dd>
            )}
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed" mt="sm">
        {say('sum', {
          launched: formatNumber(launched),
          parts: parts.map(([part]) => say('part', { count: formatNumber(figures[part]), what: sayLine(part) })).join(' + '),
          interpolation: { escapeValue: false },
        })}
      </Text>
    </>
  );
}

/** The same as a line of a table: parts without a link are left out. */
export function EquationLine({ encapId, launch, figures }: EquationProps) {
  const say = useWords(encapWords.figure);
  const sayLine = useWords(encapWords.line);
  const some = parts.filter(([part]) => figures[part] > 0);
  if (figures.launched === 0) return <span className="tabular">{formatNumber(0)}</span>;
  return (
    <div className={classes.line}>
      <strong>
        <LinksFigure encapId={encapId} launch={launch} state="" count={figures.launched} what={say('launched')} />
      </strong>
      {' = '}
      {some.map(([part, state], place) => (
        <span key={part}>
          {place === 0 ? '' : ' + '}
          <LinksFigure encapId={encapId} launch={launch} state={state} count={figures[part]} what={say(part)} /> {sayLine(part)}
        </span>
      ))}
    </div>
  );
}
