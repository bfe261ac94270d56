// Porcupine on the workloads of Sightline's benchmark. Reads an interchange file, checks its
// histories, prints one line of JSON. Loading is timed apart from checking.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/anishathalye/porcupine"
)

type outcome struct {
	Verdicts         []string  `json:"verdicts"`
	First            float64   `json:"first"`
	Milliseconds     []float64 `json:"milliseconds"`
	CPUMilliseconds  []float64 `json:"cpuMilliseconds"`
	LoadMilliseconds float64   `json:"loadMilliseconds"`
	MemoryBytes      int64     `json:"memoryBytes"`
	PeakMemoryBytes  int64     `json:"peakMemoryBytes"`
}

func main() {
	noPartition := flag.Bool("no-partition", false, "check the history as a whole")
	deadline := flag.Float64("deadline", 60000, "milliseconds for one run")
	runs := flag.Int("runs", 5, "runs to time, at least")
	enough := flag.Float64("enough", 300, "milliseconds of processor time that these take, at least, unless they are 101")
	warmUp := flag.Float64("warm-up", 500, "milliseconds of processor time of runs that do not count")
	slow := flag.Float64("slow", 2000, "a first run that takes more milliseconds of processor time is the only one")
	page := flag.String("visualize", "", "write Porcupine's page about the first history to this file, and end")
	flag.Parse()

	started := time.Now()
	file, err := os.Open(flag.Arg(0))
	if err != nil {
		fail(err)
	}
	histories, err := readHistories(file)
	if err != nil {
		fail(err)
	}
	if *page != "" {
		if err := visualize(histories[0], !*noPartition, *deadline, *page); err != nil {
			fail(err)
		}
		return
	}
	result := outcome{LoadMilliseconds: since(started)}

	debug.FreeOSMemory()
	resetPeak()
	before := residentBytes("VmRSS")
	run := func() (float64, float64) {
		started, cpu := time.Now(), cpuMilliseconds()
		result.Verdicts = checkAll(histories, !*noPartition, *deadline)
		return since(started), cpuMilliseconds() - cpu
	}
	first, firstCPU := run()
	result.First = first
	result.PeakMemoryBytes = residentBytes("VmHWM")
	result.MemoryBytes = max(0, result.PeakMemoryBytes-before)

	if firstCPU > *slow {
		result.Milliseconds, result.CPUMilliseconds = []float64{first}, []float64{firstCPU}
	} else {
		for spent := firstCPU; spent < *warmUp; {
			_, cpu := run()
			spent += max(cpu, 0.05)
		}
		for spent := 0.0; len(result.Milliseconds) < *runs || (spent < *enough && len(result.Milliseconds) < 101); {
			milliseconds, cpu := run()
			spent += cpu
			result.Milliseconds = append(result.Milliseconds, milliseconds)
			result.CPUMilliseconds = append(result.CPUMilliseconds, cpu)
		}
	}
	line, err := json.Marshal(result)
	if err != nil {
		fail(err)
	}
	fmt.Println(string(line))
}

// checkAll checks every history, all within the deadline.
func checkAll(histories []history, partition bool, deadline float64) []string {
	verdicts := make([]string, 0, len(histories))
	started := time.Now()
	for _, h := range histories {
		left := deadline - since(started)
		if left <= 0 {
			verdicts = append(verdicts, "unknown")
			continue
		}
		model, err := modelOf(h.kind, partition)
		if err != nil {
			fail(err)
		}
		switch porcupine.CheckEventsTimeout(model, h.events, time.Duration(left*float64(time.Millisecond))) {
		case porcupine.Ok:
			verdicts = append(verdicts, "satisfied")
		case porcupine.Illegal:
			verdicts = append(verdicts, "violated")
		default:
			verdicts = append(verdicts, "unknown")
		}
	}
	return verdicts
}

// cpuMilliseconds is the processor time of all threads of this process so far.
func cpuMilliseconds() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e6
}

func since(start time.Time) float64 {
	return float64(time.Since(start).Nanoseconds()) / 1e6
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
