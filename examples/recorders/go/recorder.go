package main

import ("encoding/json"; "fmt"; "io"; "sync"; "time")

// Recorder writes what the clients of a store do as one history, an operation on each line.
type Recorder struct { mu sync.Mutex; out *json.Encoder; start time.Time }

func NewRecorder(out io.Writer, kind string) *Recorder {
	r := &Recorder{out: json.NewEncoder(out), start: time.Now()}
	r.out.Encode(map[string]any{"type": kind})
	return r
}

// Session is one client, used by one goroutine at a time.
type Session struct { Name string; lives int }

// Call runs an operation and records it. An error means: it may have happened, or may yet. Then it has no
// return, and the client goes on as another session, for nothing orders what comes next after it.
func (r *Recorder) Call(s *Session, method string, args []any, run func() (any, error)) (any, error) {
	session := fmt.Sprintf("%s/%d", s.Name, s.lives)
	call := time.Since(r.start).Nanoseconds() // a clock that never goes back; before anything is sent
	result, err := run()
	ended := time.Since(r.start).Nanoseconds() // as soon as the answer is there
	op := map[string]any{"session": session, "method": method, "args": args, "call": call}
	if err == nil { op["result"], op["return"] = result, ended } else { s.lives++ }
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out.Encode(op)
	return result, err
}
