import { Badge, Code, Table, Text } from '@mantine/core';
import type { TurnDetails } from '@parley/contract';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import classes from './try-it.module.css';

const two = (value: number) => formatNumber(value, 2);
const percentOf = (value: number) => `${Math.max(0, Math.min(1, value)) * 100}%`;

/** Details of a turn, for a builder whom an answer surprises. */
export function TurnDetailsCard({ details }: { details: TurnDetails }) {
  const say = useWords(botWords.tryIt);
  const { confidence, threshold } = details;
  const runnersUp = details.ranking.filter(({ intent }) => intent !== details.intent);
  return (
    <section className={classes.details} aria-label={say('details')}>
      <div className={classes.intentLine}>
        <strong>{details.intent || say('noIntent')}</strong>
        <Badge size="sm" color={details.isInScope ? 'green' : 'orange'}>
          {say(details.isInScope ? 'inScope' : 'outOfScope')}
        </Badge>
      </div>
      <div
        className={classes.bar}
        role="img"
        aria-label={say('confidenceOf', { confidence: two(confidence), threshold: two(threshold) })}
        data-pass={confidence >= threshold || undefined}
      >
        <div className={classes.barFill} style={{ inlineSize: percentOf(confidence) }} />
        <div className={classes.barMark} style={{ insetInlineStart: percentOf(threshold) }} />
      </div>
      <div className={classes.barWords} aria-hidden>
        <span>
          {say('confidence')} {two(confidence)}
        </span>
        <span>{say('threshold', { threshold: two(threshold) })}</span>
      </div>
      <Part title={say('runnersUp')} isShown={runnersUp.length > 0}>
        <Ranking rows={runnersUp.map(({ intent, confidence: value }) => [intent, two(value)])} />
      </Part>
      <Part title={say('words')} isShown={details.words.length > 0}>
        <div className={classes.chips}>
          {details.words.map(({ word, weight }) => (
            <Badge key={word} color={weight < 0 ? 'red' : 'gray'}>
              {word} {weight > 0 ? '+' : ''}
              {two(weight)}
            </Badge>
          ))}
        </div>
      </Part>
      <Part title={say('nearest')} isShown={details.nearest.length > 0}>
        <Ranking rows={details.nearest.map(({ text, intent, likeness }) => [`${text} (${intent})`, two(likeness)])} />
      </Part>
      <Part title={say('entities')} isShown={details.entities.length > 0}>
        <Table.ScrollContainer minWidth={300} type="native">
          <Table fz="xs" verticalSpacing={3} aria-label={say('entities')}>
            <Table.Thead>
              <Table.Tr>
                {(['entity', 'position', 'text', 'value'] as const).map((name) => (
                  <Table.Th key={name}>{say(name)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {details.entities.map(({ entity, parameter, start, end, text, value }) => (
                <Table.Tr key={`${start} ${entity} ${parameter}`}>
                  <Table.Td>{parameter && parameter !== entity ? `${entity} → ${parameter}` : entity}</Table.Td>
                  <Table.Td className="tabular">
                    {start}–{end}
                  </Table.Td>
                  <Table.Td>{text}</Table.Td>
                  <Table.Td>{value}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Part>
      <Part title={say('emotions')} isShown={details.emotions.length > 0}>
        <Ranking rows={details.emotions.map(({ label, score }) => [label, two(score)])} />
      </Part>
      <Part title={say('passages')} isShown={details.passages.length > 0}>
        {details.passages.map(({ source, page, score, text }) => (
          <div key={`${source} ${page} ${text}`} className={classes.passage}>
            <Text size="xs" c="dimmed">
              {page > 0 ? say('passageOf', { source, page }) : source} · {two(score)}
            </Text>
            <Text size="xs">{text}</Text>
          </div>
        ))}
      </Part>
      <Part title={say('tools')} isShown={details.tools.length > 0}>
        <Text size="xs" c="dimmed">
          {say('toolDry')}
        </Text>
        {details.tools.map((call, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the calls of one answer never change
          <div key={at} className={classes.passage}>
            <Text size="xs" fw={600}>
              {call.tool} · {say(`tool_${call.state}`)}
            </Text>
            {call.arguments.map(({ name, value }) => (
              <Text key={name} size="xs">
                {name}: {value}
              </Text>
            ))}
            {[call.answer, call.error]
              .filter((text) => text !== '')
              .map((text) => (
                <Text key={text} size="xs" c="dimmed">
                  {text}
                </Text>
              ))}
          </div>
        ))}
      </Part>
      <Part title={say('state')} isShown={Object.keys(details.state).length > 0}>
        <Code block fz={11}>
          {JSON.stringify(details.state, null, 2)}
        </Code>
      </Part>
      <dl className={classes.facts}>
        <Fact name={say('answeredBy')} value={details.answeredBy} />
        <Fact name={say('language')} value={[details.language, details.script].filter(Boolean).join(' · ')} />
        {details.meaning.state === 'OFF' ? null : (
          <Fact name={say('meaning')} value={say(`meaning_${details.meaning.state}`, { ms: details.meaning.tookMs })} />
        )}
        <Fact name={say('version')} value={String(details.versionNumber)} />
        <Fact name={say('took')} value={say('ms', { ms: Math.round(details.tookMs * 10) / 10 })} />
      </dl>
    </section>
  );
}

function Part({ title, isShown, children }: { title: string; isShown: boolean; children: ReactNode }) {
  if (!isShown) return null;
  return (
    <div className={classes.part}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function Ranking({ rows }: { rows: [string, string][] }) {
  return (
    <ul className={classes.ranking}>
      {rows.map(([name, value]) => (
        <li key={name}>
          <span>{name}</span>
          <span className="tabular">{value}</span>
        </li>
      ))}
    </ul>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
