import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { draw } from '../test-draw.tsx';
import { cropRatios, ImageCropDialog, type ImageCropDialogProps } from './image-crop-dialog.tsx';

beforeEach(() => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => {};
});

function drawDialog(over: Partial<ImageCropDialogProps>) {
  const on = { onCancel: vi.fn(), onSave: vi.fn() };
  draw(<ImageCropDialog file={new File(['x'], 'logo.png', { type: 'image/png' })} {...on} {...over} />);
  return on;
}
const size = () => ['Width', 'Height'].map((name) => (screen.getByRole('textbox', { name }) as HTMLInputElement).value);
const writeWidth = async (value: string) => {
  const field = screen.getByRole('textbox', { name: 'Width' });
  await userEvent.clear(field);
  await userEvent.type(field, value);
};

test('WIDGET-006 the cropper has the title, sizes and proportion it is given, Cancel and Save', async () => {
  const { onCancel } = drawDialog({ title: 'Logo', aspect: cropRatios.media, isRatioFixed: false, resizeWidth: 320, resizeHeight: 180 });
  expect(await screen.findByRole('dialog', { name: 'Logo' })).toBeTruthy();
  expect(size()).toEqual(['320', '180']);
  await writeWidth('160');
  expect(size()).toEqual(['160', '90']);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Keep the proportion 16:9' }));
  await writeWidth('200');
  expect(size()).toEqual(['200', '90']);
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onCancel).toHaveBeenCalledOnce();
});

test('WIDGET-006 a proportion that may not be given up cannot be switched off', async () => {
  drawDialog({ isRatioFixed: true });
  await screen.findByRole('dialog');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('WIDGET-007 media are 16/9, a profile picture and everything else 1/1', async () => {
  expect(cropRatios).toEqual({ media: 16 / 9, profile: 1, default: 1 });
  drawDialog({ resizeWidth: 300 });
  await screen.findByRole('dialog');
  await writeWidth('240');
  expect(size()).toEqual(['240', '240']);
});
