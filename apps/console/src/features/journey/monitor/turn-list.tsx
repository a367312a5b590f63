import { Anchor, Badge, Button, Text } from '@mantine/core';
import { type JourneyInstance, type JourneyTurn, ledgerStatuses, type z } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatTimestamp } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { messagingWords } from '../../../locales/messaging.ts';
import { designerLink } from '../shared/designer-link.ts';
import { useExitName } from '../shared/exit-name.ts';
import { useNodeName } from '../shared/node-name.ts';
import classes from './monitor.module.css';
import { callKinds, callStates, inputKinds, knownAmong } from './monitor-values.ts';
import { TellDialog } from './tell-dialog.tsx';

type Turn = z.infer<typeof JourneyTurn>;
type Visit = Turn['visits'][number];

/** Each step in its order: what came in, which nodes were passed with what was compared, and what came of it. */
export function TurnList({ turns, instance }: { turns: readonly Turn[]; instance: JourneyInstance }) {
  const say = useWords(journeyWords.monitor);
  const { journeyId } = instance;
  return (
    <ol className={classes.turns} aria-label={say('steps')}>
      {turns.map((turn) => {
        const kind = knownAmong(inputKinds, turn.input.kind);
        return (
          <li key={turn.turn} className={classes.turn}>
            <div className={classes.turnHead}>
              <strong>{say('step', { number: turn.turn })}</strong>
              <Text component="time" size="xs" c="dimmed" className="tabular" {...{ dateTime: turn.at }}>
                {formatTimestamp(turn.at)}
              </Text>
            </div>
            <p className={classes.input}>
              {kind ? say(`input_${kind}`) : turn.input.kind}
              {turn.input.text === '' ? null : <q>{turn.input.text}</q>}
            </p>
            <ul className={classes.visits}>
              {turn.visits.map((visit, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a loop passes a node several times, and a step never changes
                <li key={index}>
                  <VisitLine visit={visit} journeyId={journeyId} />
                </li>
              ))}
            </ul>
            <Messages messages={turn.messages} />
            <Calls calls={turn.calls} instance={instance} />
          </li>
        );
      })}
    </ol>
  );
}

function VisitLine({ visit, journeyId }: { visit: Visit; journeyId: string }) {
  const say = useWords(journeyWords.monitor);
  const toNodeName = useNodeName();
  const toExitName = useExitName();
  const name = toNodeName({ name: visit.nodeName, type: visit.nodeType }) || visit.node;
  const notes = [
    ...visit.comparisons,
    ...visit.sets.map(({ name: variable, value }) => say('setTo', { name: variable, value })),
    ...visit.warnings.map((text) => say('warning', { text })),
  ];
  return (
    <>
      <Anchor size="sm" renderRoot={(props) => <Link {...designerLink(visit.stream || journeyId, visit.node)} {...props} />}>
        {name}
      </Anchor>
      {visit.exit === null ? ` · ${say('stays')}` : ` → ${toExitName(visit.exit, visit.exitTitle)}`}
      {notes.length === 0 ? null : (
        <ul className={classes.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Messages({ messages }: { messages: Turn['messages'] }) {
  const say = useWords(journeyWords.monitor);
  const sayDelivery = useWords(messagingWords.delivery);
  if (messages.length === 0) return null;
  return (
    <ul className={classes.effects} aria-label={say('messages')}>
      {messages.map(({ messageId, text, state }) => {
        const known = knownAmong(ledgerStatuses, state);
        const isBad = known === 'FAILED' || known === 'SKIPPED';
        return (
          <li key={messageId} className={classes.effect}>
            <span className={classes.effectText}>{text || say('noText')}</span>
            {state === '' ? null : <Badge color={isBad ? 'red' : 'green'}>{known ? sayDelivery(known) : state}</Badge>}
          </li>
        );
      })}
    </ul>
  );
}

function Calls({ calls, instance }: { calls: Turn['calls']; instance: JourneyInstance }) {
  const say = useWords(journeyWords.monitor);
  const [telling, setTelling] = useState<number>();
  if (calls.length === 0) return null;
  return (
    <ul className={classes.effects} aria-label={say('calls')}>
      {telling === undefined ? null : <TellDialog instance={instance} call={telling} onClose={() => setTelling(undefined)} />}
      {calls.map(({ call, kind, state, status, address, answer, error, toldBy, toldOn }) => {
        const knownKind = knownAmong(callKinds, kind);
        const knownState = knownAmong(callStates, state);
        return (
          <li key={call} className={classes.effect}>
            <span className={classes.effectText}>
              {knownKind ? say(`call_${knownKind}`) : kind}
              {status > 0 ? ` · ${status}` : ''}
              {address === '' ? null : (
                <Text component="span" size="xs" c="dimmed" display="block">
                  {say(`callAddress_${address}`)}
                </Text>
              )}
              {answer === '' ? null : <code className={classes.answer}>{answer}</code>}
              {error === '' ? null : (
                <Text component="span" size="sm" c="red" display="block">
                  {error}
                </Text>
              )}
              {toldOn === '' ? null : (
                <Text component="span" size="xs" c="dimmed" display="block">
                  {say('told', { name: toldBy, time: formatTimestamp(toldOn) })}
                </Text>
              )}
              {state !== 'UNKNOWN' ? null : (
                <Button display="block" mt={6} size="compact-sm" variant="default" onClick={() => setTelling(call)}>
                  {say('tell')}
                </Button>
              )}
            </span>
            <Badge color={state === 'DONE' ? 'green' : state === 'FAILED' ? 'red' : 'gray'}>
              {knownState ? say(`callState_${knownState}`) : state}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}
