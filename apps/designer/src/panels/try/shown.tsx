import { Button, Text } from '@mantine/core';
import { type Effect, shownOf } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { nodeOf } from '../../editor/index-of.ts';
import { useEditorState } from '../../editor/use-editor.ts';
import { exitLabel } from '../../nodes/exit-label.ts';
import { nodeWords } from '../../nodes/words.ts';
import { designerWords } from '../../words.ts';
import classes from '../panel.module.css';
import type { Act } from './act.ts';
import { choicesOf } from './choices-of.ts';
import { Request } from './request.tsx';

/** An effect as the person sees it, or a line that says what has happened. */
export function Shown({ effect, isOpen, act }: { effect: Effect; isOpen: boolean; act: Act }) {
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
        <div className={classes.line}>
          {nodeWords['data.sets'](`sum_${effect.action}`, { sets: effect.sets.map(({ name }) => name).join(', ') })}
        </div>
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
      return <Request request={effect.request} />;
    default:
      return null;
  }
}
