/** The message by which a page lets a waiting worker take over. */
export const takeOverWord = 'take over';
