import { ActionIcon, Button, ColorInput, Fieldset, Group, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import type { WhiteLabel } from '@parley/contract';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FileUpload } from '../../../components/file-upload.tsx';
import classes from './branding.module.css';
import { measurePairs } from './branding-contrast.ts';

type Slide = WhiteLabel['banner'][number];
type FormProps = { draft: WhiteLabel; isReadOnly: boolean; onChange: (draft: WhiteLabel) => void };

const images = ['png', 'jpg', 'jpeg'];
const maxSlides = 8;

/** Every part of the brand; it only reports changes, the page keeps them. */
export function BrandingForm({ draft, isReadOnly, onChange }: FormProps) {
  const { t } = useTranslation();
  const set = (part: Partial<WhiteLabel>) => onChange({ ...draft, ...part });
  return (
    <Fieldset variant="unstyled" disabled={isReadOnly}>
      <Block title={t('branding.identity')}>
        <TextInput
          label={t('branding.brandTitle')}
          required
          maxLength={60}
          value={draft.info.title}
          error={draft.info.title.trim() ? null : t('common.mandatory')}
          onChange={(event) => set({ info: { ...draft.info, title: event.currentTarget.value } })}
        />
        <TextInput
          label={t('branding.supportContact')}
          maxLength={200}
          value={draft.info.supportContact}
          onChange={(event) => set({ info: { ...draft.info, supportContact: event.currentTarget.value } })}
        />
        <TextInput
          label={t('branding.senderName')}
          maxLength={80}
          value={draft.mail.senderName}
          onChange={(event) => set({ mail: { ...draft.mail, senderName: event.currentTarget.value } })}
        />
        <Textarea
          label={t('branding.mailFooter')}
          maxLength={500}
          autosize
          minRows={2}
          value={draft.mail.footer}
          onChange={(event) => set({ mail: { ...draft.mail, footer: event.currentTarget.value } })}
        />
      </Block>
      <Block title={t('branding.colours')}>
        <Colours draft={draft} onChange={onChange} />
      </Block>
      <Block title={t('branding.images')}>
        <ImageField label={t('branding.logo')} value={draft.logoPath} onChange={(logoPath) => set({ logoPath })} />
        <ImageField label={t('branding.favicon')} value={draft.favIconPath} onChange={(favIconPath) => set({ favIconPath })} />
        <ImageField label={t('branding.loader')} value={draft.loaderPath} onChange={(loaderPath) => set({ loaderPath })} />
        <VideoField value={draft.dashBoardVideo} onChange={(dashBoardVideo) => set({ dashBoardVideo })} />
      </Block>
      <Block title={t('branding.slides')}>
        <Slides slides={draft.banner} onChange={(banner) => set({ banner })} />
      </Block>
      <Block title={t('branding.vendors')}>
        {[...new Set(['WHATSAPP', 'WEB', 'RCS', ...Object.keys(draft.allowedVendors)])].map((channel) => (
          <TagsInput
            key={channel}
            label={channel}
            value={draft.allowedVendors[channel] ?? []}
            onChange={(vendors) => set({ allowedVendors: { ...draft.allowedVendors, [channel]: vendors } })}
          />
        ))}
      </Block>
    </Fieldset>
  );
}

function Block({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={classes.block}>
      <h2 className={classes.blockTitle}>{title}</h2>
      <Stack gap="md">{children}</Stack>
    </section>
  );
}

const colourTexts = { primary: 'primary', primaryText: 'primaryText', topBar: 'topBar', topBarText: 'topBarText' } as const;

function Colours({ draft, onChange }: Omit<FormProps, 'isReadOnly'>) {
  const { t } = useTranslation();
  const pairs = measurePairs(draft.colors);
  return (
    <>
      {pairs.map((pair) => (
        <div key={pair.text}>
          <div className={classes.pair}>
            {([pair.ground, pair.text] as const).map((name) => (
              <ColorInput
                key={name}
                label={t(`branding.${colourTexts[name]}`)}
                format="hex"
                value={draft.colors[name]}
                onChange={(colour) => onChange({ ...draft, colors: { ...draft.colors, [name]: colour } })}
              />
            ))}
          </div>
          <Text size="xs" mt={4} c={pair.isReadable ? 'dimmed' : 'var(--mantine-color-error)'} role="status">
            {t(pair.isReadable ? 'branding.contrast' : 'branding.contrastRefused', { ratio: pair.ratio.toFixed(2) })}
          </Text>
        </div>
      ))}
    </>
  );
}

function ImageField({ label, value, onChange }: { label: string; value: string; onChange: (url: string) => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.imageField}>
      <div className={classes.thumb}>{value ? <img src={value} alt={label} /> : null}</div>
      <div className={classes.grow}>
        <FileUpload
          isCompact
          label={label}
          extensions={images}
          rType="artifact"
          onStatus={(status) => status.state === 'done' && onChange(status.file.url)}
        />
      </div>
      {value ? (
        <ActionIcon aria-label={`${t('branding.remove')}: ${label}`} onClick={() => onChange('')}>
          <IconTrash size={16} />
        </ActionIcon>
      ) : null}
    </div>
  );
}

function VideoField({ value, onChange }: { value: string; onChange: (url: string) => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.imageField}>
      <div className={classes.grow}>
        <FileUpload
          isCompact
          label={t('branding.video')}
          extensions={['mp4']}
          rType="artifact"
          onStatus={(status) => status.state === 'done' && onChange(status.file.url)}
        />
      </div>
      {value ? (
        <ActionIcon aria-label={`${t('branding.remove')}: ${t('branding.video')}`} onClick={() => onChange('')}>
          <IconTrash size={16} />
        </ActionIcon>
      ) : null}
    </div>
  );
}

function Slides({ slides, onChange }: { slides: Slide[]; onChange: (slides: Slide[]) => void }) {
  const { t } = useTranslation();
  const change = (at: number, part: Partial<Slide>) =>
    onChange(slides.map((slide, index) => (index === at ? { ...slide, ...part } : slide)));
  const move = (at: number, step: -1 | 1) => {
    const next = [...slides];
    const [slide] = next.splice(at, 1);
    if (slide) next.splice(at + step, 0, slide);
    onChange(next);
  };
  return (
    <>
      {slides.map((slide, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: slides have no id, and their words are what is being typed
        <div key={at} className={classes.slide}>
          <Group justify="space-between" mb="xs">
            <Text size="sm" fw={600}>
              {t('branding.slide', { number: at + 1 })}
            </Text>
            <Group gap={2}>
              <ActionIcon aria-label={t('branding.moveUp', { number: at + 1 })} disabled={at === 0} onClick={() => move(at, -1)}>
                <IconArrowUp size={15} />
              </ActionIcon>
              <ActionIcon
                aria-label={t('branding.moveDown', { number: at + 1 })}
                disabled={at === slides.length - 1}
                onClick={() => move(at, 1)}
              >
                <IconArrowDown size={15} />
              </ActionIcon>
              <ActionIcon
                aria-label={t('branding.removeSlide', { number: at + 1 })}
                disabled={slides.length === 1}
                onClick={() => onChange(slides.filter((_, index) => index !== at))}
              >
                <IconTrash size={15} />
              </ActionIcon>
            </Group>
          </Group>
          <Stack gap="sm">
            <TextInput
              label={t('branding.subtitleField')}
              maxLength={80}
              value={slide.subtitle}
              onChange={(event) => change(at, { subtitle: event.currentTarget.value })}
            />
            <Textarea
              label={t('branding.text')}
              maxLength={300}
              autosize
              minRows={2}
              value={slide.text}
              onChange={(event) => change(at, { text: event.currentTarget.value })}
            />
            <ImageField label={t('branding.image')} value={slide.image} onChange={(image) => change(at, { image })} />
          </Stack>
        </div>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabled={slides.length >= maxSlides}
          onClick={() => onChange([...slides, { subtitle: '', image: '', text: '' }])}
        >
          {t('branding.addSlide')}
        </Button>
      </Group>
    </>
  );
}
