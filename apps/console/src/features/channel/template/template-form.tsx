import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { checkTemplate, sampleValues, type Template, type TemplateFault, type TemplateKind } from '@parley/contract';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { TemplatePhone } from '../shared/template-phone.tsx';
import { hasTemplateContent } from '../shared/template-preview.tsx';
import { toPreview } from '../shared/to-preview.ts';
import { AboutFields } from './about-fields.tsx';
import { ContentFields } from './content-fields.tsx';
import classes from './template.module.css';
import { Risks, StatusNote } from './template-notes.tsx';
import { statusColors } from './template-status.ts';
import { useTemplateForm } from './use-template-form.ts';

/** A template while it is written: its fields, beside the message as a phone shows it. */
export function TemplateForm({ kind, template }: { kind: TemplateKind; template: Template | undefined }) {
  const say = useWords(channelWords.template);
  const form = useTemplateForm(kind, template);
  const { draft, change, faultOf, message, mayChange, maySubmit } = form;
  const [risks, setRisks] = useState<TemplateFault[]>();
  const preview = toPreview(message.components, sampleValues(message.components));
  return (
    <div>
      <Anchor component={Link} to="/admin/messageTemplate/whatsapp" search={{ tab: kind } as never} size="sm">
        <Group gap={4}>
          <IconArrowLeft size={14} aria-hidden />
          {say('back')}
        </Group>
      </Anchor>
      <PageHeader
        title={template?.name ?? say('createTitle')}
        subtitle={say(kind)}
        actions={template ? <Badge color={statusColors[template.status]}>{say(template.status)}</Badge> : null}
      />
      <StatusNote template={template} isReadOnly={!mayChange} />
      <div className={classes.builder}>
        <fieldset disabled={!mayChange} style={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
          <div className={classes.form}>
            <AboutFields
              kind={kind}
              draft={draft}
              isKnown={Boolean(template && (template.vendorTemplateId || template.replacesId))}
              hasChannel={Boolean(template)}
              faultOf={faultOf}
              onChange={change}
            />
            <ContentFields kind={kind} draft={draft} faultOf={faultOf} onChange={change} />
          </div>
        </fieldset>
        <aside className={classes.side}>
          <Panel title={say('preview')}>
            {hasTemplateContent(preview) ? (
              <TemplatePhone content={preview} />
            ) : (
              <Text size="sm" c="dimmed">
                {say('noPreview')}
              </Text>
            )}
          </Panel>
          {risks ? <Risks risks={risks} /> : null}
        </aside>
      </div>
      <div className={classes.footer}>
        <Button variant="default" onClick={() => setRisks(checkTemplate(message))}>
          {say('check')}
        </Button>
        {mayChange ? (
          <Button
            variant={maySubmit ? 'default' : 'filled'}
            loading={form.isSaving}
            disabled={form.isSubmitting}
            onClick={() => void form.handleSave()}
          >
            {say('save')}
          </Button>
        ) : null}
        {maySubmit && mayChange ? (
          <Button loading={form.isSubmitting} disabled={form.isSaving} onClick={() => void form.handleSubmit()}>
            {say(template?.status === 'REJECTED' ? 'resubmit' : 'submit')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
