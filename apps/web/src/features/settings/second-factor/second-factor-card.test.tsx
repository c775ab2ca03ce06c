import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { trpc } from '#lib/api/trpc.ts';
import { ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { SignedIn, signedInSession } from '#testing/signed-in.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const uri = `otpauth://totp/Stockbook:ada%40example.com?secret=${secret}&issuer=Stockbook`;
const codes = Array.from({ length: 10 }, (_, index) => `ABCD-EFGH-IJKL-MNOP-QRST-UVW${index}`);
const since = new Date(2026, 10, 3, 10).toISOString();

/** A server that accepts the code 123456. */
function serve(isOnAtFirst: boolean) {
  let isOn = isOnAtFirst;
  return fakeServer({
    'auth.secondFactor': () =>
      isOn
        ? { is_on: true, since, recovery_codes_left: 9 }
        : { is_on: false, since: null, recovery_codes_left: 0 },
    'auth.createSecondFactor': () => ({ secret, uri }),
    'auth.activateSecondFactor': ({ input }) => {
      if (input.code !== '123456') throw new ErrorResponse(400, 'The code is not right or was used already');
      isOn = true;
      return { recovery_codes: codes };
    },
    'auth.renewRecoveryCodes': () => ({ recovery_codes: codes }),
    'auth.removeSecondFactor': () => {
      isOn = false;
      return { message: 'Two-step sign-in was turned off' };
    },
  });
}

/** Another part of the page, which fetches all states again. */
function OtherPart() {
  const utils = trpc.useUtils();
  return (
    <button type="button" onClick={() => void utils.invalidate()}>
      Fetch again
    </button>
  );
}

function open(session = signedInSession()) {
  render(
    <SignedIn session={session}>
      <SecondFactorCard />
      <OtherPart />
    </SignedIn>,
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function confirmIn(name: RegExp, button: string) {
  const dialog = await screen.findByRole('alertdialog', { name });
  fireEvent.click(within(dialog).getByRole('button', { name: button }));
}

describe('two-step sign-in', () => {
  it('turns two-step sign-in on by the first code, and closes after the recovery codes were kept', async () => {
    serve(false);
    const setRequirement = vi.fn();
    open(signedInSession({ setRequirement }));
    expect(await screen.findByText('Off')).toBeTruthy();
    press('Turn on');
    const setup = await screen.findByRole('dialog', { name: 'Turn on two-step sign-in' });
    expect(within(setup).getByText('Scan this with your authenticator app')).toBeTruthy();
    expect(within(setup).getByRole('img', { name: /QR code/ })).toBeTruthy();
    expect(within(setup).getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    press('Continue');
    expect(await screen.findByText('Code is required')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Code'), { target: { value: '000000' } });
    press('Continue');
    expect((await screen.findByRole('alert')).textContent).toBe('The code is not right or was used already');
    fireEvent.change(screen.getByLabelText('Code'), { target: { value: '123 456' } });
    press('Continue');

    const kept = await screen.findByRole('dialog', { name: 'Keep these recovery codes' });
    expect(
      within(kept)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(codes);
    fireEvent.keyDown(kept, { key: 'Escape' });
    expect(within(kept).queryByRole('button', { name: 'Close' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Done' })).toHaveProperty('disabled', true);
    expect(setRequirement).not.toHaveBeenCalled();
    fireEvent.click(screen.getByLabelText('I have kept them'));
    press('Done');
    expect(await screen.findByText('On since Nov 3, 2026 · 9 recovery codes left')).toBeTruthy();
    expect(setRequirement).toHaveBeenCalledWith(undefined);
    expect(document.body.innerHTML).not.toContain(codes[0]);
  });

  it('keeps showing the recovery codes when the state is fetched again meanwhile', async () => {
    const seen = serve(false);
    open();
    await screen.findByText('Off');
    press('Turn on');
    fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '123456' } });
    press('Continue');
    await screen.findByText('Keep these recovery codes');
    const fetches = () => seen.filter(({ procedure }) => procedure === 'auth.secondFactor').length;
    const before = fetches();
    fireEvent.click(screen.getByText('Fetch again'));
    await waitFor(() => expect(fetches()).toBe(before + 1));
    expect(await screen.findByText(/^On since/)).toBeTruthy();
    expect(screen.getByText(String(codes[0]))).toBeTruthy();
  });

  it('copies and downloads the new recovery codes', async () => {
    serve(true);
    const writeText = vi.fn(async () => {});
    vi.stubGlobal('navigator', { onLine: true, clipboard: { writeText } });
    const files: Blob[] = [];
    vi.stubGlobal(
      'URL',
      class extends URL {
        static override createObjectURL = (file: Blob) => {
          files.push(file);
          return 'blob:x';
        };
      },
    );
    open();
    await screen.findByText(/^On since/);
    press('New recovery codes');
    await confirmIn(/Replace your recovery codes/, 'Replace');
    await screen.findByText('Keep these recovery codes');
    press('Copy');
    expect(await screen.findByText('The recovery codes were copied')).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith(codes.join('\n'));
    press('Download');
    expect(await files[0]?.text()).toBe(`${codes.join('\n')}\n`);
    vi.unstubAllGlobals();
  });

  it('turns two-step sign-in off after a confirmation', async () => {
    serve(true);
    open();
    await screen.findByText(/^On since/);
    press('Turn off');
    await confirmIn(/Turn off two-step sign-in/, 'Turn off');
    expect(await screen.findByText('Off')).toBeTruthy();
  });
});
