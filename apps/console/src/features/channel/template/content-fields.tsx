import { Checkbox, NumberInput, SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core';
import { countSegments, type HeaderFormat, headerFormats, moreTemplateLimits, type TemplateKind, templateLimits } from '@parley/contract';
import { Panel } from '../../../components/panel.tsx';
import type { ChangeDraft } from '../../../lib/use-typed.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { ButtonFields } from './button-fields.tsx';
import { CardFields } from './card-fields.tsx';
import { LimitedText } from './limited-text.tsx';
import { SampleField } from './sample-field.tsx';
import type { FaultOf } from './template-draft.ts';
import { newButton, type TemplateDraft, type TemplateShape, withShape } from './template-draft.ts';

type ContentFieldsProps = { kind: TemplateKind; draft: TemplateDraft; faultOf: FaultOf; onChange: ChangeDraft<TemplateDraft> };

/** Content of the template: the parts of its kind, category and shape. */
export function ContentFields(props: ContentFieldsProps) {
  const { kind, draft } = props;
  if (kind === 'sms') return <SmsFields {...props} />;
  if (kind === 'whatsapp' && draft.category === 'AUTHENTICATION') return <CodeFields {...props} />;
  const hasShapes = kind === 'rcs' || draft.category === 'MARKETING';
  const isCards = draft.shape === 'carousel' || draft.shape === 'card';
  return (
    <>
      {hasShapes ? <ShapeChoice {...props} /> : null}
      {kind === 'whatsapp' && !isCards ? <HeaderFields {...props} /> : null}
      {draft.shape === 'offer' ? <OfferFields {...props} /> : null}
      {kind === 'whatsapp' || !isCards ? <BodyFields {...props} /> : null}
      {kind === 'whatsapp' && draft.shape === 'plain' ? <FooterField {...props} /> : null}
      {isCards ? <CardFields {...props} /> : null}
      {kind === 'rcs' || !isCards ? <ButtonsPanel {...props} /> : null}
      {kind === 'rcs' ? <FallbackField {...props} /> : null}
    </>
  );
}

const shapesOf: Record<'whatsapp' | 'rcs', TemplateShape[]> = {
  whatsapp: ['plain', 'offer', 'carousel'],
  rcs: ['plain', 'card', 'carousel'],
};

function ShapeChoice({ kind, draft, onChange }: ContentFieldsProps) {
  const say = useWords(channelWords.template);
  return (
    <Panel title={say('shape')}>
      <SegmentedControl
        aria-label={say('shape')}
        data={shapesOf[kind === 'rcs' ? 'rcs' : 'whatsapp'].map((shape) => ({
          value: shape,
          label: say(shape === 'plain' && kind === 'rcs' ? 'text' : shape),
        }))}
        value={draft.shape}
        onChange={(shape) => onChange(withShape(draft, shape as TemplateShape))}
      />
    </Panel>
  );
}

function HeaderFields({ draft, faultOf, onChange }: ContentFieldsProps) {
  const say = useWords(channelWords.template);
  const { header } = draft;
  const set = (part: Partial<TemplateDraft['header']>) => onChange((now) => ({ header: { ...now.header, ...part } }));
  const formats = draft.shape === 'offer' ? (['NONE', 'IMAGE', 'VIDEO'] as const) : headerFormats;
  return (
    <Panel title={say('header')}>
      <Select
        aria-label={say('header')}
        allowDeselect={false}
        data={formats.map((format) => ({ value: format, label: say(format) }))}
        value={header.format}
        onChange={(format) => set({ format: format as HeaderFormat, fileId: '', resourceUrl: '' })}
      />
      {header.format === 'TEXT' ? (
        <LimitedText
          label={say('headerText')}
          limit={templateLimits.header}
          text={header.text}
          samples={header.samples}
          faultOf={faultOf}
          field="header"
          onChange={set}
        />
      ) : null}
      {header.format === 'IMAGE' || header.format === 'VIDEO' || header.format === 'DOCUMENT' ? (
        <SampleField
          label={say('sample')}
          format={header.format}
          url={header.resourceUrl}
          error={faultOf('header')}
          onChange={(fileId, resourceUrl) => set({ fileId, resourceUrl })}
        />
      ) : null}
    </Panel>
  );
}

function OfferFields({ draft, faultOf, onChange }: ContentFieldsProps) {
  const say = useWords(channelWords.template);
  const set = (part: Partial<TemplateDraft['offer']>) => onChange({ offer: { ...draft.offer, ...part } });
  return (
    <Panel title={say('offer')}>
      <LimitedText
        label={say('offerText')}
        limit={templateLimits.offerText}
        text={draft.offer.text}
        faultOf={faultOf}
        field="offer"
        onChange={set}
      />
      <Checkbox
        label={say('hasExpiration')}
        checked={draft.offer.hasExpiration}
        onChange={(event) => set({ hasExpiration: event.currentTarget.checked })}
      />
    </Panel>
  );
}

function BodyFields({ kind, draft, faultOf, onChange }: ContentFieldsProps) {
  const say = useWords(channelWords.template);
  const limit = kind === 'rcs' ? moreTemplateLimits.rcsText : draft.shape === 'offer' ? moreTemplateLimits.offerBody : templateLimits.body;
  return (
    <Panel title={say('body')}>
      <LimitedText
        label={say('body')}
        hint={say('bodyHint')}
        limit={limit}
        rows={5}
        text={draft.body.text}
        samples={draft.body.samples}
        faultOf={faultOf}
        field="body"
        onChange={(part) => onChange({ body: { ...draft.body, ...part } })}
      />
    </Panel>
  );
}

function FooterField({ draft, faultOf, onChange }: ContentFieldsProps) {
  const say = useWords(channelWords.template);
  return (
    <Panel title={say('footer')}>
      <LimitedText
        label={say('footer')}
        limit={templateLimits.footer}
        text={draft.footer}
        faultOf={faultOf}
        field="footer"
        onChange={({ text }) => onChange({ footer: text ?? '' })}
      />
    </Panel>
  );
}

function ButtonsPanel({ kind, draft, faultOf, onChange }: ContentFieldsProps) {
  const say = useWords(channelWords.template);
  const types =
    kind === 'rcs'
      ? (['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'LOCATION'] as const)
      : (['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE'] as const);
  return (
    <Panel title={say(kind === 'rcs' ? 'suggestions' : 'buttons')}>
      <ButtonFields
        field="buttons"
        buttons={draft.buttons}
        types={types}
        limit={kind === 'rcs' ? moreTemplateLimits.suggestions : templateLimits.buttons}
        isFixed={draft.shape === 'offer'}
        addLabel={say(kind === 'rcs' ? 'addSuggestion' : 'addButton')}
        faultOf={faultOf}
        onChange={(buttons) => onChange({ buttons })}
      />
    </Panel>
  );
}

function CodeFields({ draft, faultOf, onChange }: ContentFieldsProps) {
  const say = useWords(channelWords.template);
  const set = (part: Partial<TemplateDraft['code']>) => onChange({ code: { ...draft.code, ...part } });
  const button = draft.buttons.find(({ type }) => type === 'OTP') ?? newButton('OTP');
  return (
    <Panel title={say('code')} text={say('codeText')}>
      <Checkbox
        label={say('addSecurity')}
        checked={draft.code.addSecurityRecommendation}
        onChange={(event) => set({ addSecurityRecommendation: event.currentTarget.checked })}
      />
      <NumberInput
        label={say('expiry')}
        min={1}
        max={90}
        allowDecimal={false}
        clampBehavior="strict"
        value={draft.code.codeExpirationMinutes}
        error={faultOf('footer')}
        onChange={(minutes) => set({ codeExpirationMinutes: typeof minutes === 'number' && minutes >= 1 ? minutes : '' })}
      />
      <TextInput
        label={say('codeButton')}
        maxLength={templateLimits.action}
        value={button.text}
        error={faultOf('buttons.0.text') ?? faultOf('buttons')}
        onChange={(event) => onChange({ buttons: [{ ...button, text: event.currentTarget.value }] })}
      />
    </Panel>
  );
}

function SmsFields({ draft, faultOf, onChange }: ContentFieldsProps) {
  const say = useWords(channelWords.template);
  const { encoding, units, segmentCount, unitsLeft } = countSegments(draft.body.text);
  return (
    <Panel title={say('content')}>
      <LimitedText
        label={say('body')}
        limit={moreTemplateLimits.smsText}
        rows={5}
        text={draft.body.text}
        samples={draft.body.samples}
        faultOf={faultOf}
        field="body"
        onChange={(part) => onChange({ body: { ...draft.body, ...part } })}
      />
      <Text size="sm" role="status" className="tabular">
        {say('segments', { encoding, units, segments: segmentCount, left: unitsLeft })} {say('segmentCost')}
      </Text>
    </Panel>
  );
}

function FallbackField({ draft, faultOf, onChange }: ContentFieldsProps) {
  const say = useWords(channelWords.template);
  const { segmentCount, encoding, units, unitsLeft } = countSegments(draft.extra.fallbackText);
  return (
    <Panel title={say('fallback')}>
      <Textarea
        aria-label={say('fallback')}
        autosize
        minRows={2}
        maxLength={moreTemplateLimits.smsText}
        description={say('segments', { encoding, units, segments: segmentCount, left: unitsLeft })}
        value={draft.extra.fallbackText}
        error={faultOf('extra.fallbackText')}
        onChange={(event) => onChange({ extra: { ...draft.extra, fallbackText: event.currentTarget.value } })}
      />
    </Panel>
  );
}
