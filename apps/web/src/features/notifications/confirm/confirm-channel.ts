import { publicClient } from '#lib/api/public-client.ts';

/** Confirms the address with the token of its link; resolves with the server's message. */
export async function confirmChannel(token: string): Promise<string> {
  const { message } = await publicClient.notifications.confirmChannel.mutate({ token });
  return message;
}
