import {
  Alert,
  Button,
  Code,
  Collapse,
  Group,
  Menu,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { type Effect, makeId, type SentContent, showComparison, shownOf, toJson } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import {
  IconArrowBackUp,
  IconClockPlay,
  IconDeviceFloppy,
  IconPaperclip,
  IconPlayerPlay,
  IconRefresh,
  IconSend2,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { nodeOf } from '../editor/index-of.ts';
import { useEditor, useEditorState } from '../editor/use-editor.ts';
import { useApi } from '../frame/api-context.ts';
import { showSeconds } from '../nodes/duration.ts';
import { exitLabel } from '../nodes/exit-label.ts';
import { nameOf } from '../nodes/summary.ts';
import { channelKinds } from '../play/channel-kinds.ts';
import type { CallAnswer, Play, PlayTurn } from '../play/play.ts';
import { useShell } from '../shell-context.ts';
import { designerWords } from '../words.ts';
import classes from './panel.module.css';
import { Panel } from './panel.tsx';

export type TryProps = {
  play: Play | null;
  channel: string;
  onChannel: (channel: string) => void;
  onBegin: (said: string | null) => void;
  onPlay: (play: Play) => void;
  onClose: () => void;
};

/** A conversation with the stream as it stands, in memory: nothing leaves the browser. */
export function TryPanel({ play, channel, onChannel, onBegin, onPlay, onClose }: TryProps) {
  const say = useWords(designerWords.try);
  const editor = useEditor();
  const { announce } = useShell();
  const language = useEditorState((state) => state.document.languages[0] ?? 'en');
  const [text, setText] = useState('');
  const isBroken = useEditorState((state) => nodeOf(state.document, state.document.start) === undefined);
  const act = (work: (play: Play) => Play) => {
    if (!play) return;
    const next = work(play);
    onPlay(next);
    const heard = next.turns
      .slice(play.turns.length)
      .flatMap(({ effects }) => effects.flatMap((effect) => (effect.kind === 'send' ? [shownOf(effect)] : [])));
    if (heard.length > 0) announce(heard.join('. '));
  };
  const selected = useEditorState((state) => (state.selected.size === 1 ? [...state.selected][0] : undefined));
  return (
    <Panel
      title={say('title')}
      onClose={onClose}
      tools={
        <Select
          size="xs"
          w={130}
          aria-label={say('channel')}
          data={channelKinds.map((kind) => ({ value: kind, label: say(`channel_${kind}`) }))}
          value={channel}
          onChange={(next) => next && onChannel(next)}
        />
      }
      footer={
        play &&
        !play.isOver && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (text.trim() === '') return;
              act((one) => one.say(text));
              setText('');
            }}
          >
            <Group gap={6} wrap="nowrap">
              <Menu position="top-start">
                <Menu.Target>
                  <Button variant="default" px={8} aria-label={say('attach')}>
                    <IconPaperclip size={17} />
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {(['image', 'audio', 'video', 'document'] as const).map((kind) => (
                    <Menu.Item key={kind} onClick={() => act((one) => one.send(kind))}>
                      {say(`send_${kind}`)}
                    </Menu.Item>
                  ))}
                  <Menu.Item onClick={() => act((one) => one.place(19.076, 72.8777))}>{say('send_location')}</Menu.Item>
                </Menu.Dropdown>
              </Menu>
              <TextInput
                flex={1}
                aria-label={say('message')}
                placeholder={say('message')}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
              />
              <Button type="submit" px={10} aria-label={say('send')} disabled={text.trim() === ''}>
                <IconSend2 size={17} />
              </Button>
            </Group>
          </form>
        )
      }
    >
      {isBroken && <Alert color="yellow">{say('noStart')}</Alert>}
      <Group gap={6}>
        <Button
          size="xs"
          variant={play ? 'default' : 'filled'}
          leftSection={play ? <IconRefresh size={14} /> : <IconPlayerPlay size={14} />}
          disabled={isBroken}
          onClick={() => onBegin(null)}
        >
          {play ? say('restart') : say('begin')}
        </Button>
        {play && (
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowBackUp size={14} />}
              disabled={play.turns.length < 2}
              onClick={() => onPlay(play.back())}
            >
              {say('back')}
            </Button>
            <TimeMenu play={play} act={act} />
            {selected !== undefined && !play.isOver && selected !== play.node && (
              <Button size="xs" variant="default" onClick={() => act((one) => one.jump(selected))}>
                {say('fromHere', { node: nameOf(editor.document, selected) })}
              </Button>
            )}
          </>
        )}
      </Group>
      {!play && (
        <Text size="sm" c="dimmed">
          {say('hint')}
        </Text>
      )}
      {play && <Talk play={play} act={act} />}
      {play && <Variables play={play} />}
      {play && <SaveAsTest play={play} language={language} />}
    </Panel>
  );
}

type Act = (work: (play: Play) => Play) => void;

function TimeMenu({ play, act }: { play: Play; act: Act }) {
  const say = useWords(designerWords.try);
  const { dueAt } = play;
  return (
    <Menu>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconClockPlay size={14} />} disabled={play.isOver}>
          {say('time')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={dueAt === null} onClick={() => act((one) => one.skipToDue())}>
          {dueAt === null
            ? say('nextTimerNone')
            : say('nextTimer', { time: showSeconds(Math.max(1, Math.round((dueAt - play.now) / 1000))) })}
        </Menu.Item>
        <Menu.Divider />
        {[600, 3600, 86_400, 7 * 86_400].map((seconds) => (
          <Menu.Item key={seconds} onClick={() => act((one) => one.skip(seconds))}>
            {say('skip', { time: showSeconds(seconds) })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Talk({ play, act }: { play: Play; act: Act }) {
  const say = useWords(designerWords.try);
  const last = play.turns.length - 1;
  return (
    <div className={classes.bubbles} role="log" aria-label={say('talk')}>
      {play.turns.map((turn, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns are told apart by their place alone
        <Turn key={place} turn={turn} play={play} isOpen={place >= last} act={act} />
      ))}
      {play.instance.wait?.kind === 'call' && <CallAnswers play={play} act={act} />}
      {play.instance.wait?.kind === 'agent' && (
        <Outside
          text={say('withAgent')}
          choices={(['returned', 'missed', 'outOfHours'] as const).map((exit) => ({
            label: designerWords.exit(exit),
            onClick: () => act((one) => one.agent(exit)),
          }))}
        />
      )}
      {play.instance.wait?.kind === 'event' && (
        <Outside
          text={say('waitsForEvent', { event: play.instance.wait.event })}
          choices={[
            {
              label: say('eventComes'),
              onClick: () =>
                act((one) => (one.instance.wait?.kind === 'event' ? one.event(one.instance.wait.event, one.instance.wait.key) : one)),
            },
          ]}
        />
      )}
      {play.isOver && (
        <div className={classes.line}>
          {say(`over_${play.instance.state as 'COMPLETED'}`)}
          {play.instance.outcome !== '' && ` · ${play.instance.outcome}`}
          {play.instance.reason !== '' && ` · ${say(`reason_${play.instance.reason}`)}`}
        </div>
      )}
    </div>
  );
}

/** Nothing leaves the house while a stream is tried: whoever tries it says what a call, or a bot, would answer. */
function CallAnswers({ play, act }: { play: Play; act: Act }) {
  const say = useWords(designerWords.try);
  const document = useEditorState((state) => state.document);
  const node = nodeOf(document, play.node);
  if (node?.type !== 'talk.skill') return <CallForm play={play} act={act} />;
  return (
    <Outside
      text={say('withBot')}
      choices={[
        ...node.config.intents.map(({ id, intent }) => ({
          label: exitLabel(document, node, id),
          onClick: () => act((one) => one.skill('intent', intent.id)),
        })),
        { label: say('botGoesOn'), onClick: () => act((one) => one.skill('goesOn')) },
        ...(['notUnderstood', 'handOver'] as const).map((outcome) => ({
          label: designerWords.exit(outcome),
          onClick: () => act((one) => one.skill(outcome)),
        })),
      ]}
    />
  );
}

function Outside({ text, choices }: { text: string; choices: { label: string; onClick: () => void }[] }) {
  return (
    <Stack gap={6} align="center">
      <div className={classes.line}>{text}</div>
      <Group gap={6} justify="center">
        {choices.map(({ label, onClick }) => (
          <Button key={label} size="compact-xs" variant="default" onClick={onClick}>
            {label}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

function Turn({ turn, play, isOpen, act }: { turn: PlayTurn; play: Play; isOpen: boolean; act: Act }) {
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
      <Trace turn={turn} />
    </>
  );
}

/** What of a message can be pressed, as it shows it. */
function choicesOf(content: SentContent): readonly { id: string; title: string }[] {
  if (content.kind === 'buttons') return content.buttons;
  if (content.kind === 'list') return content.rows;
  if (content.kind !== 'cards') return [];
  return content.cards.flatMap(({ items }) => items.filter(({ action }) => action.kind === 'reply'));
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

function Shown({ effect, isOpen, act }: { effect: Effect; isOpen: boolean; act: Act }) {
  const say = useWords(designerWords.try);
  const document = useEditorState((state) => state.document);
  switch (effect.kind) {
    case 'send': {
      const { content } = effect;
      const choices = choicesOf(content);
      const items = content.kind === 'template' ? content.items : [];
      const node = nodeOf(document, effect.node);
      const words = 'text' in content ? content.text : shownOf(effect);
      const head =
        content.kind === 'template'
          ? say('template', { name: node?.type === 'message.template' ? node.config.template.name : '' })
          : content.kind === 'cards'
            ? say('cards', { count: content.cards.length })
            : content.kind === 'media'
              ? say('mediaSent')
              : content.kind === 'location'
                ? say('locationSent')
                : '';
      return (
        <div className={classes.bubble}>
          {head !== '' && (
            <Text size="xs" c="dimmed">
              {head}
            </Text>
          )}
          {words}
          {(choices.length > 0 || items.length > 0) && (
            <div className={classes.choices}>
              {choices.map(({ id, title }) => (
                <Button key={id} size="compact-sm" variant="default" disabled={!isOpen} onClick={() => act((one) => one.press(id))}>
                  {title}
                </Button>
              ))}
              {items.map((id) => (
                <Button key={id} size="compact-sm" variant="default" disabled={!isOpen} onClick={() => act((one) => one.press(id))}>
                  {node ? exitLabel(document, node, id) : id}
                </Button>
              ))}
            </div>
          )}
        </div>
      );
    }
    case 'customer':
      return (
        <div className={classes.line}>
          {say('customer', { names: effect.attributes.map(({ attribute }) => attribute).join(', ') || (effect.language ?? '') })}
        </div>
      );
    case 'sets':
      return (
        <div className={classes.line}>{designerWords.sum(effect.action, { sets: effect.sets.map(({ name }) => name).join(', ') })}</div>
      );
    case 'milestone':
      return (
        <div className={classes.line}>
          {say('milestone', { name: document.milestones.find(({ id }) => id === effect.milestone)?.name ?? '' })}
        </div>
      );
    case 'handOver':
      return <div className={classes.line}>{say('handOver', { note: effect.note })}</div>;
    case 'endChat':
      return <div className={classes.line}>{say('chatEnds')}</div>;
    case 'call':
      return (
        <div className={classes.line}>
          {say('call')} {effect.request.kind === 'http' ? `${effect.request.method} ${effect.request.address}` : effect.request.kind}
        </div>
      );
    default:
      return null;
  }
}

/** Why it went where it went: what was compared and set, and what went wrong. */
function Trace({ turn: { visits } }: { turn: PlayTurn }) {
  const say = useWords(designerWords.try);
  const { goTo } = useShell();
  const document = useEditorState((state) => state.document);
  const [isOpen, setOpen] = useState(false);
  if (visits.length === 0) return null;
  const hasWarnings = visits.some(({ warnings }) => warnings.length > 0);
  return (
    <div className={classes.trace}>
      <UnstyledButton aria-expanded={isOpen} fz="xs" c={hasWarnings ? 'orange' : 'dimmed'} onClick={() => setOpen(!isOpen)}>
        {say('steps', { count: visits.length })}
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        {visits.map((visit, place) => {
          const node = nodeOf(document, visit.node);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a node may be visited twice in a turn
            <div key={place}>
              <UnstyledButton fz="xs" onClick={() => goTo(visit.node)}>
                <b>{node ? nameOf(document, visit.node) : visit.node}</b>
                {visit.exit !== null && visit.exit !== '' && node && ` → ${exitLabel(document, node, visit.exit)}`}
              </UnstyledButton>
              {visit.comparisons.map((comparison, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same may be compared twice
                <div key={at}>{showComparison(comparison)}</div>
              ))}
              {visit.sets.map(({ name, value }) => (
                <div key={name}>
                  {name} = {value}
                </div>
              ))}
              {visit.warnings.map((warning) => (
                <Text key={warning} size="xs" c="orange">
                  {warning}
                </Text>
              ))}
            </div>
          );
        })}
      </Collapse>
    </div>
  );
}

/** What a call is to answer: what the node's sample says, another answer, a failure, or nobody knows. */
function CallForm({ play, act }: { play: Play; act: Act }) {
  const say = useWords(designerWords.try);
  const node = useEditorState((state) => nodeOf(state.document, play.node));
  const sample = node?.type === 'data.http' && node.config.sample !== '' ? node.config.sample : '{}';
  const [outcome, setOutcome] = useState<CallAnswer['outcome']>('DONE');
  const [status, setStatus] = useState(200);
  const [body, setBody] = useState(sample);
  let answer: unknown = null;
  let isWrong = false;
  try {
    answer = body.trim() === '' ? null : JSON.parse(body);
  } catch {
    isWrong = true;
  }
  return (
    <Stack gap={6} p="xs" style={{ border: '1px solid var(--app-line)', borderRadius: 10 }}>
      <Text size="sm" fw={550}>
        {say('callWaits')}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={say('callOutcome')}
        data={(['DONE', 'FAILED', 'UNKNOWN'] as const).map((one) => ({ value: one, label: say(`outcome_${one}`) }))}
        value={outcome}
        onChange={(next) => setOutcome(next === 'FAILED' ? 'FAILED' : next === 'UNKNOWN' ? 'UNKNOWN' : 'DONE')}
      />
      {outcome === 'DONE' && (
        <NumberInput size="xs" label={say('status')} value={status} min={0} max={599} onChange={(next) => setStatus(Number(next) || 200)} />
      )}
      {outcome === 'DONE' && (
        <Textarea
          size="xs"
          label={say('answerBody')}
          autosize
          minRows={2}
          maxRows={8}
          value={body}
          error={isWrong ? say('noJson') : undefined}
          spellCheck={false}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      )}
      <Button
        size="xs"
        disabled={outcome === 'DONE' && isWrong}
        onClick={() =>
          act((one) =>
            one.answer({
              outcome,
              status: outcome === 'DONE' ? status : 0,
              answer: outcome === 'DONE' ? answer : null,
              error: outcome === 'FAILED' ? 'failed' : '',
            }),
          )
        }
      >
        {say('answer')}
      </Button>
    </Stack>
  );
}

function Variables({ play }: { play: Play }) {
  const say = useWords(designerWords.try);
  const frame = play.instance.frames.at(-1);
  const entries = Object.entries(frame?.variables ?? {}).filter(([, value]) => value !== null);
  if (entries.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {say('variables')}
      </Text>
      {entries.map(([name, value]) => (
        <Group key={name} gap={6} wrap="nowrap" align="flex-start">
          <Text size="xs" ff="monospace">
            {name}
          </Text>
          <Code style={{ overflowWrap: 'anywhere' }}>{JSON.stringify(toJson(value))}</Code>
        </Group>
      ))}
    </Stack>
  );
}

function SaveAsTest({ play, language }: { play: Play; language: string }) {
  const say = useWords(designerWords.try);
  const api = useApi();
  const client = useQueryClient();
  const { announce, setPanel } = useShell();
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () =>
      api.saveTest(
        play.toTest(
          makeId((below) => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % below),
          name.trim(),
          (effect) => shownOf(effect),
        ),
      ),
    onSuccess: () => {
      setName('');
      announce(say('testSaved'));
      void client.invalidateQueries({ queryKey: ['tests'] });
      setPanel('tests');
    },
  });
  return (
    <form
      lang={language}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') save.mutate();
      }}
    >
      <Group gap={6} align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          size="xs"
          label={say('saveAsTest')}
          placeholder={say('testName')}
          value={name}
          maxLength={120}
          error={save.isError ? save.error.message || say('notSaved') : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          size="xs"
          type="submit"
          variant="default"
          leftSection={<IconDeviceFloppy size={14} />}
          loading={save.isPending}
          disabled={name.trim() === ''}
        >
          {say('save')}
        </Button>
      </Group>
    </form>
  );
}
