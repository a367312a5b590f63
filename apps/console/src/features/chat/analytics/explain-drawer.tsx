import { Drawer, SegmentedControl, Skeleton, Text } from '@mantine/core';
import type { AnalyticsExplainedPart, AnalyticsExplanation, AnalyticsPart } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { type SayOf, useWords } from '../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../locales/chat-analytics.ts';
import { NumberButton } from '../shared/figures/number-button.tsx';
import { showValue } from '../shared/figures/show-figure.ts';
import { explanationQuery, filterOf } from './analytics.queries.ts';
import type { AnalyticsSearch } from './analytics.search.ts';
import classes from './explain.module.css';
import { type ExplainedFigure, nameOfFigure, quantilesOf } from './explained-figures.ts';
import { roundParts, showChange, showSize } from './show-change.ts';

type Props = { search: AnalyticsSearch; onChange: (part: Partial<AnalyticsSearch>) => void };

/** The parts that made a figure another than on the days that it is compared with, each with its chats on both sides. */
export function ExplainDrawer({ search, onChange }: Props) {
  const say = useWords(chatAnalyticsWords.analytics);
  const isOpen = search.why !== '' && search.rows === '';
  // The explanation stays drawn while the drawer closes.
  const [drawn, setDrawn] = useState(search);
  useEffect(() => {
    if (search.why !== '') setDrawn(search);
  }, [search]);
  const { why } = search.why === '' ? drawn : search;
  return (
    <Drawer opened={isOpen} onClose={() => onChange({ why: '' })} position="right" size={760} title={say('explainTitle')}>
      {why === '' ? null : <Explanation search={search.why === '' ? drawn : search} why={why} onChange={onChange} />}
    </Drawer>
  );
}

function Explanation({ search, why, onChange }: Props & { why: ExplainedFigure }) {
  const say = useWords(chatAnalyticsWords.analytics);
  const found = useQuery(explanationQuery(filterOf(search), `chat.${why}`));
  const { data } = found;
  const kinds = quantilesOf(why);
  return (
    <div className={classes.explanation}>
      {kinds ? (
        <SegmentedControl
          aria-label={say('explainKind')}
          value={why}
          data={[
            { value: kinds[0], label: say('explainMean') },
            { value: kinds[1], label: say('explainP90') },
          ]}
          onChange={(next) => onChange({ why: next as ExplainedFigure })}
        />
      ) : null}
      {found.error && !data ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : !data ? (
        <Skeleton height={320} radius="md" />
      ) : (
        <Found
          key={`${data.measure} ${data.before.fromDate}`}
          found={data}
          name={say(`measure_${nameOfFigure(why)}`)}
          onChange={onChange}
        />
      )}
    </div>
  );
}

type FoundProps = { found: AnalyticsExplanation; name: string; onChange: Props['onChange'] };

function Found({ found, name, onChange }: FoundProps) {
  const say = useWords(chatAnalyticsWords.analytics);
  const [chosen, setChosen] = useState<AnalyticsPart>();
  const { unit, before, after, above, properties } = found;
  const property = properties.find(({ by }) => by === chosen) ?? properties[0];
  const days = ({ fromDate, toDate }: { fromDate: string; toDate: string }) =>
    fromDate === toDate ? formatDay(fromDate) : `${formatDay(fromDate)} – ${formatDay(toDate)}`;
  return (
    <>
      <div className={classes.sides}>
        <dl>
          <dt>{days(before)}</dt>
          <dd className="tabular">{showValue(unit, before.value)}</dd>
        </dl>
        <span aria-hidden>→</span>
        <dl>
          <dt>{days(after)}</dt>
          <dd className="tabular">{showValue(unit, after.value)}</dd>
        </dl>
      </div>
      {found.isTooFew || !property ? (
        <EmptyState
          title={say(found.isTooFew ? 'explainTooFew' : 'explainNothing')}
          text={say(found.isTooFew ? 'explainTooFewText' : 'explainNothingText')}
        />
      ) : (
        <>
          <Text role="status">{sentenceOf(say, found, property.parts[0], property.by, name)}</Text>
          {above === null ? null : (
            <Text size="sm" c="dimmed">
              {say('explainAbove', { time: showValue('ms', above) })}
            </Text>
          )}
          <SegmentedControl
            className={classes.properties}
            aria-label={say('explainBy')}
            value={property.by}
            data={properties.map(({ by }) => ({ value: by, label: say(`by_${by}`) }))}
            onChange={(by) => setChosen(by as AnalyticsPart)}
          />
          <Parts found={found} property={property} onChange={onChange} />
        </>
      )}
    </>
  );
}

type Say = SayOf<typeof chatAnalyticsWords.analytics>;
type Property = AnalyticsExplanation['properties'][number];

/** Says the change, and what the part that did most has to do with it. */
function sentenceOf(say: Say, found: AnalyticsExplanation, part: AnalyticsExplainedPart | undefined, by: AnalyticsPart, name: string) {
  const unit = found.above === null ? found.unit : 'chats';
  const whole = say(found.change < 0 ? 'explainLess' : 'explainMore', { name, by: showSize(unit, found.change) });
  if (found.change === 0 || !part || Math.sign(part.change) !== Math.sign(found.change)) return whole;
  const isMore = Math.abs(part.more) > Math.abs(part.slower);
  const chats = part.after.count - part.before.count;
  const reason =
    unit === 'chats' || !isMore ? '' : ` ${say(chats < 0 ? 'explainFewerCame' : 'explainMoreCame', { count: Math.abs(chats) })}`;
  const isAll = Math.abs(part.change) > Math.abs(found.change);
  const most = isAll ? (part.change < 0 ? 'explainAloneLess' : 'explainAloneMore') : 'explainMost';
  return `${whole} ${say(most, { part: partName(say, by, part), by: showSize(unit, part.change) })}${reason}`;
}

function partName(say: Say, by: AnalyticsPart, { key, name }: { key: string; name: string }): string {
  if (by === 'weekday') return say(`weekday_${key as '1' | '2' | '3' | '4' | '5' | '6' | '7'}`);
  if (by === 'hour') return `${key.padStart(2, '0')}:00`;
  if (by === 'outcome') return say(`state_${key as 'open' | 'closed' | 'missed'}`);
  if (key === '') return say(`none_${by}`);
  return name || say('removed');
}

type PartsProps = { found: AnalyticsExplanation; property: Property; onChange: Props['onChange'] };

/** The parts, those that did most first; their shown changes add up to the shown whole. */
function Parts({ found, property: { by, parts, others }, onChange }: PartsProps) {
  const say = useWords(chatAnalyticsWords.analytics);
  const { measure, above } = found;
  const unit = above === null ? found.unit : 'chats';
  const isSplit = unit !== 'chats';
  const most = Math.max(...parts.map(({ change }) => Math.abs(change)), Math.abs(others.change)) || 1;
  const changes = roundParts(unit, [...parts.map(({ change }) => change), others.change], found.change);
  const open = (key: string, ofFormer: boolean) => onChange({ rows: measure, ofBy: by, ofPart: key, ofFormer, ofAbove: above ?? -1 });
  return (
    <section className={classes.scroll} aria-label={say('explainParts')}>
      <table className={classes.parts} aria-label={say('explainParts')}>
        <thead>
          <tr>
            <th scope="col">{say(`by_${by}`)}</th>
            <th scope="col">{say('explainChange')}</th>
            {isSplit ? (
              <th scope="col" className={classes.split}>
                {say('explainSlower')}
              </th>
            ) : null}
            {isSplit ? (
              <th scope="col" className={classes.split}>
                {say('explainCame')}
              </th>
            ) : null}
            <th scope="col">{say('explainBefore')}</th>
            <th scope="col">{say('explainAfter')}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part, place) => {
            const name = partName(say, by, part);
            const shown = ({ value, count }: AnalyticsExplainedPart['before']) =>
              isSplit && value !== null ? `${showValue(unit, value)} (${formatNumber(count)})` : formatNumber(count);
            return (
              <tr key={part.key}>
                <th scope="row">
                  {name}
                  <Bar change={part.change} most={most} isBack={part.change / found.change < 0} />
                </th>
                <td>{showChange(unit, changes[place] ?? 0)}</td>
                {isSplit ? <td className={classes.split}>{showChange(unit, part.slower)}</td> : null}
                {isSplit ? <td className={classes.split}>{showChange(unit, part.more)}</td> : null}
                <td>
                  <NumberButton
                    count={part.before.count}
                    what={`${name}, ${say('explainBefore')}`}
                    shown={shown(part.before)}
                    onOpen={() => open(part.key, true)}
                  />
                </td>
                <td>
                  <NumberButton
                    count={part.after.count}
                    what={`${name}, ${say('explainAfter')}`}
                    shown={shown(part.after)}
                    onOpen={() => open(part.key, false)}
                  />
                </td>
              </tr>
            );
          })}
          {others.parts === 0 ? null : (
            <tr>
              <th scope="row">{say('explainOthers', { count: others.parts })}</th>
              <td>{showChange(unit, changes.at(-1) ?? 0)}</td>
              {isSplit ? <td className={classes.split}>{showChange(unit, others.slower)}</td> : null}
              {isSplit ? <td className={classes.split}>{showChange(unit, others.more)}</td> : null}
              <td>{formatNumber(others.before)}</td>
              <td>{formatNumber(others.after)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say('explainWhole')}</th>
            <td>{showChange(unit, found.change)}</td>
            {isSplit ? <td className={classes.split} /> : null}
            {isSplit ? <td className={classes.split} /> : null}
            <td />
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** A bar to the right has its direction in common with the whole change; one to the left took so much back. */
function Bar({ change, most, isBack }: { change: number; most: number; isBack: boolean }) {
  return (
    <span className={classes.bar} data-back={isBack || undefined} aria-hidden>
      <span style={{ inlineSize: `${(50 * Math.abs(change)) / most}%` }} />
    </span>
  );
}
