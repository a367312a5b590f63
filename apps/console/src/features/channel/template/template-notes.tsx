import { Alert, Anchor } from '@mantine/core';
import type { Template, TemplateFault } from '@parley/contract';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { sayFault } from '../../../lib/errors.ts';
import { type SayOf, useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import classes from './template.module.css';

/** State of the template, and its meaning for the user who has it open. */
export function StatusNote({ template, isReadOnly }: { template: Template | undefined; isReadOnly: boolean }) {
  const say = useWords(channelWords.template);
  if (!template) return null;
  const { status, statusReason, isManual, replacesId, replacedById } = template;
  const notes = [
    status === 'REJECTED' ? say('editAndResubmit') : '',
    statusReason === '' ? '' : say('vendorSays', { reason: statusReason }),
    status === 'PENDING' ? say('isPending') : '',
    status === 'APPROVED' && !isReadOnly ? say('isApproved') : '',
    isManual ? say('isManual') : '',
    replacesId === '' ? '' : say('isVersion'),
    isReadOnly && status !== 'PENDING' ? say('readOnly') : '',
  ].filter((note) => note !== '');
  if (notes.length === 0 && replacedById === '') return null;
  return (
    <Alert mb="md" color={status === 'REJECTED' || status === 'PAUSED' || status === 'DISABLED' ? 'red' : 'blue'} role="status">
      {notes.join(' ')}{' '}
      {replacedById === '' ? null : (
        <Anchor component={Link} to="/admin/messageTemplate/whatsapp/$templateId" params={{ templateId: replacedById } as never}>
          {say('openVersion')}
        </Anchor>
      )}
    </Alert>
  );
}

/** 'cards.0.buttons.1.text' as people say it: 'Card 1, Button 2'. */
function fieldName(say: SayOf<typeof channelWords.template>, field: string): string {
  const [, card, rest = field] = /^cards\.(\d+)\.?(.*)$/.exec(field) ?? [];
  const [part = '', place] = rest.split('.');
  const names: Record<string, string> = {
    name: say('name'),
    category: say('category'),
    header: say('header'),
    body: say('body'),
    footer: say('footer'),
    offer: say('offer'),
    cards: say('cards'),
    title: say('title'),
    buttons: place === undefined ? say('buttons') : say('buttonNumber', { number: Number(place) + 1 }),
  };
  return [card === undefined ? '' : say('cardNumber', { number: Number(card) + 1 }), names[part] ?? '']
    .filter((name) => name !== '')
    .join(', ');
}

/** Parts at which the vendor may refuse the template. */
export function Risks({ risks }: { risks: TemplateFault[] }) {
  const say = useWords(channelWords.template);
  if (risks.length === 0)
    return (
      <Alert color="green" role="status" icon={<IconCircleCheck size={16} />}>
        {say('checkClean')}
      </Alert>
    );
  return (
    <Alert color="yellow" role="status" title={say('checkFound')}>
      <ul className={classes.reasons}>
        {risks.map((risk) => (
          <li key={`${risk.field} ${risk.message}`}>
            <strong>{fieldName(say, risk.field)}</strong>: {sayFault(risk)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
