// Each time where the reader is, with the one in UTC beside it. Without this script there is UTC alone.
for (const time of document.querySelectorAll("time[data-local]")) {
  const moment = new Date(time.dateTime);
  const local = new Intl.DateTimeFormat(document.documentElement.lang, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
    timeZoneName: "short",
  }).format(moment);
  const there = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (there !== "UTC") {
    time.textContent = `${local} (${time.textContent})`;
    time.style.whiteSpace = "normal";
  }
}
