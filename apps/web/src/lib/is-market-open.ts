const opensAtHour = 9;
const closesAtHour = 16;

/** Whether a market in the browser's time zone is open at `now`: on weekdays from 09:00 until 16:00. */
export function isMarketOpen(now: Date): boolean {
  const day = now.getDay();
  const hour = now.getHours();
  return day >= 1 && day <= 5 && hour >= opensAtHour && hour < closesAtHour;
}
