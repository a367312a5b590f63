import { Checkbox, Group, Modal, NumberInput, Slider, Stack, Text } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import Cropper, { type Area, type Point } from 'react-easy-crop';
import { DialogActions } from './dialog-form.tsx';
import 'react-easy-crop/react-easy-crop.css';
import { cropOutputType } from '../lib/upload.ts';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';
import classes from './image-crop-dialog.module.css';

export const cropRatios = { media: 16 / 9, profile: 1, default: 1 } as const;

export type ImageCropDialogProps = {
  file: File | null;
  title?: string;
  aspect?: number;
  /** The proportion may not be given up. */
  isRatioFixed?: boolean;
  resizeWidth?: number;
  resizeHeight?: number;
  onCancel: () => void;
  onSave: (file: File) => void;
  onInvalid?: () => void;
};

/** A side in pixels; empty while it is being typed anew. */
type Side = number | '';
const toSide = (value: number | string): Side => (typeof value === 'number' ? value : '');
const longestPx = 1024;
const toPixels = (side: Side) => Math.min(longestPx, Math.max(1, side || 1));

/** Chooses a part of a picture and gives it back in the size asked for, as jpeg or png like the original. */
export function ImageCropDialog({
  file,
  title,
  aspect = cropRatios.default,
  isRatioFixed = true,
  resizeWidth = 512,
  resizeHeight = Math.round(512 / aspect),
  onCancel,
  onSave,
  onInvalid,
}: ImageCropDialogProps) {
  const say = useWords(commonWords.block);
  const sayCommon = useWords(commonWords.ui);
  const source = useMemo(() => (file ? URL.createObjectURL(file) : undefined), [file]);
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const [isFixed, setFixed] = useState(true);
  const [size, setSize] = useState<{ width: Side; height: Side }>({ width: resizeWidth, height: resizeHeight });
  const [isSaving, setSaving] = useState(false);

  useEffect(() => () => URL.revokeObjectURL(source ?? ''), [source]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture starts over
  useEffect(() => {
    setCrop({ x: 0, y: 0 });
    setZoom(1);
    setSize({ width: resizeWidth, height: resizeHeight });
  }, [source, resizeWidth, resizeHeight]);

  const isLocked = isRatioFixed || isFixed;
  const ratio = isLocked ? aspect : toPixels(size.width) / toPixels(size.height);
  const follow = (side: Side, factor: number): Side => (side === '' ? '' : Math.max(1, Math.round(side * factor)));
  const handleWidth = (width: Side) => setSize((old) => ({ width, height: isLocked ? follow(width, 1 / aspect) : old.height }));
  const handleHeight = (height: Side) => setSize((old) => ({ height, width: isLocked ? follow(height, aspect) : old.width }));
  const handleSave = async () => {
    if (!file || !source || !area) return;
    setSaving(true);
    try {
      onSave(await cropImage(file, source, area, { width: toPixels(size.width), height: toPixels(size.height) }));
    } catch {
      onInvalid?.();
    } finally {
      setSaving(false);
    }
  };

  return (
    <Modal opened={Boolean(file)} onClose={onCancel} title={title ?? say('cropTitle')} size="lg">
      <Stack gap="md">
        <div className={classes.stage}>
          {source ? (
            <Cropper
              image={source}
              crop={crop}
              zoom={zoom}
              aspect={ratio}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropComplete={(_, pixels) => setArea(pixels)}
              mediaProps={{ onError: () => onInvalid?.() }}
              cropperProps={{ role: 'group', 'aria-label': say('cropArea') } as never}
              disableAutomaticStylesInjection
            />
          ) : null}
        </div>
        <div>
          <Text size="sm" fw={550} mb={4}>
            {say('cropZoom')}
          </Text>
          <Slider min={1} max={3} step={0.05} value={zoom} onChange={setZoom} label={null} thumbLabel={say('cropZoom')} />
        </div>
        <Group gap="sm" align="flex-end">
          <NumberInput
            label={say('cropWidth')}
            w={110}
            min={16}
            max={longestPx}
            value={size.width}
            onChange={(value) => handleWidth(toSide(value))}
          />
          <NumberInput
            label={say('cropHeight')}
            w={110}
            min={16}
            max={longestPx}
            value={size.height}
            onChange={(value) => handleHeight(toSide(value))}
          />
          {isRatioFixed ? null : (
            <Checkbox
              pb={8}
              label={say('cropFixed', { ratio: aspect === 1 ? '1:1' : '16:9' })}
              checked={isFixed}
              onChange={(event) => setFixed(event.currentTarget.checked)}
            />
          )}
        </Group>
        <DialogActions
          submit={sayCommon('save')}
          isBusy={isSaving}
          isDisabled={!area}
          onCancel={onCancel}
          onSubmit={() => void handleSave()}
        />
      </Stack>
    </Modal>
  );
}

async function cropImage(file: File, source: string, area: Area, size: { width: number; height: number }): Promise<File> {
  const type = cropOutputType(file.name);
  if (!type) throw new TypeError(file.name);
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) throw new TypeError('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, size.width, size.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.88));
  if (!blob) throw new TypeError('no image');
  return new File([blob], file.name, { type });
}
